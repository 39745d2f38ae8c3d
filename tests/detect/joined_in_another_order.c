/* expect: assertion @a; assertion @b */
/* Two schedules lead to states that differ only in the order in which two threads were joined. The number of
 * the first one is given again first. */
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static pthread_t a, b;

static void set(int to) {
    pthread_mutex_lock(&mutex);
    value = to;
    pthread_mutex_unlock(&mutex);
}

static void *sets(void *arg) {
    set(1);
    set(0);
    return arg;
}

static void *nothing(void *arg) { return arg; }

static void join_both(void) {
    pthread_mutex_lock(&mutex);
    int seen = value;
    pthread_mutex_unlock(&mutex);
    pthread_join(seen ? a : b, NULL);
    pthread_join(seen ? b : a, NULL);
}

int main(void) {
    pthread_t t, more;
    pthread_create(&a, NULL, nothing, NULL);
    pthread_create(&b, NULL, nothing, NULL);
    pthread_create(&t, NULL, sets, NULL);
    join_both();
    pthread_join(t, NULL);
    for (int k = 0; k < 7; k++) {
        pthread_create(&more, NULL, nothing, NULL);
        pthread_join(more, NULL);
    }
    pthread_create(&more, NULL, nothing, NULL);
    heddle_assert(!pthread_equal(more, a)); /*a*/
    heddle_assert(!pthread_equal(more, b)); /*b*/
    return 0;
}
