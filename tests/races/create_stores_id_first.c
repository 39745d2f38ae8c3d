/* expect: safe */
/* pthread_create stores the id before the new thread begins: what that thread does, and whoever learns of it,
 * comes after. */
#include <pthread.h>
#include <threads.h>

static pthread_t id, other, self;
static thrd_t third;
static int ready, same;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *child(void *p) {
    self = id;
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    return p;
}

static void *joiner(void *p) {
    pthread_mutex_lock(&m);
    int r = ready;
    pthread_mutex_unlock(&m);
    if (r) pthread_join(id, 0);
    return p;
}

static int c11(void *p) {
    same = thrd_equal(third, thrd_current());
    return p != 0;
}

int main(void) {
    pthread_create(&other, 0, joiner, 0);
    pthread_create(&id, 0, child, 0);
    pthread_join(other, 0);
    thrd_create(&third, c11, 0);
    thrd_join(third, 0);
    return !same;
}
