/* expect: safe */
/* Threads look a million times before they give up: at a word, at one of several by an index, under a lock,
 * by an exchange, by trying a lock, with sleeps or pauses in between, counting up and down. Nobody sees how
 * often. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int flag, owner;
static atomic_long pending[4];
static int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, job = PTHREAD_MUTEX_INITIALIZER;

static int at_a_word(void) {
    for (int n = 0; n < 1000000; n++)
        if (atomic_load(&flag)) return 1;
    return 0;
}

static int by_an_index(long id, long times) {
    while (times-- > 0)
        if (atomic_load(&pending[id]) != 0) return 1;
    return 0;
}

static int under_a_lock(void) {
    for (unsigned n = 0;; n++) {
        pthread_mutex_lock(&lock);
        int now = ready;
        pthread_mutex_unlock(&lock);
        if (now || n > 1000000) return now;
    }
}

static int by_an_exchange(void) {
    for (short n = 0; n < 30000; n++) {
        int nobody = 0;
        if (atomic_compare_exchange_strong(&owner, &nobody, 1)) {
            atomic_store(&owner, 0);
            return 1;
        }
        sched_yield();
    }
    return 0;
}

static int with_pauses(void) {
    for (int n = 200000; n; n--) {
        int nobody = 0;
        if (atomic_load(&owner) == 0 && atomic_compare_exchange_strong(&owner, &nobody, 1)) {
            atomic_store(&owner, 0);
            return 1;
        }
        for (int k = 0; k < 10; k++) __asm__ volatile("pause" ::: "memory");
    }
    return 0;
}

static int by_trying(void) {
    for (unsigned long n = 0; n != 5000000000; n++) {
        if (!pthread_mutex_trylock(&job)) {
            pthread_mutex_unlock(&job);
            return 1;
        }
        struct timespec soon = {0, 1000};
        nanosleep(&soon, NULL);
    }
    return 0;
}

static void *worker(void *unused) {
    pthread_mutex_lock(&job);
    atomic_store(&flag, 1);
    pending[2] = 3;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    owner = 2;
    pthread_mutex_unlock(&job);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    at_a_word();
    by_an_index(2, 123456789);
    under_a_lock();
    by_an_exchange();
    with_pauses();
    by_trying();
    pthread_join(t, NULL);
    return 0;
}
