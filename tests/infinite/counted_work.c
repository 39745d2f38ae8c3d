/* expect: assertion "count != 7"; assertion "count != 11"; assertion "works != 5" */
/* Loops that look like those that only look, and whose rounds do something: none of them may be skipped. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, taken, works;

static void *worker(void *unused) {
    atomic_store(&flag, 1);
    return unused;
}

/* Each round in which the flag is there counts. */
static int seen(void) {
    int count = 0;
    for (int n = 0; n < 12; n++)
        if (atomic_load(&flag)) count++;
    return count;
}

/* What is taken stays taken: the tries after that are no failures. */
static int last_failed(void) {
    int failed = 0;
    for (int n = 0; n < 12; n++) {
        int nobody = 0;
        failed = !atomic_compare_exchange_strong(&taken, &nobody, 1);
        if (!failed) atomic_store(&flag, 0);
    }
    return failed;
}

/* Looks and works count together: how many looks there were decides how much is worked. */
static void shared_count(void) {
    int n = 0, now;
    do {
        do {
            now = atomic_load(&flag);
            n++;
        } while (!now && n < 12);
        atomic_fetch_add(&works, 1);
        n++;
    } while (n < 12);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int count = seen();
    assert(last_failed());
    atomic_store(&flag, 0);
    shared_count();
    assert(works != 5);
    assert(count != 7);
    assert(count != 11);
    pthread_join(t, NULL);
    return 0;
}
