/* One load takes bytes of several stores: of two fields that were written one after the other; of a field,
 * and of the whole that was written before (OVER); of the own thread's field, and of what another thread
 * wrote as a whole before (OWN). None: there is no such order. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct pair {
    int x, y;
} s;
#define LOCKED(what)              \
    do {                          \
        pthread_mutex_lock(&m);   \
        what;                     \
        pthread_mutex_unlock(&m); \
    } while (0)

static void *reader(void *arg) {
    struct pair c;
#ifdef OWN
    LOCKED(s.x = 1);
#endif
    LOCKED(c = s);
#ifdef NONE
    if (c.x == 0 && c.y == 2) assert(0);
#else
    if (c.x == 1 && c.y == 2) assert(0);
#endif
    return arg;
}

static void *writer(void *arg) {
    struct pair whole = {7, 2};
    (void)whole;
#ifdef OWN
    LOCKED(s = whole);
    LOCKED(s.y = 0);
#elif defined OVER
    whole.x = 1;
    LOCKED(s = whole; s.y = 3);
    LOCKED(s.y = 2);
    LOCKED(s.x = s.y = 0);
#elif defined NONE
    LOCKED(s.x = 1; s.y = 2);
    LOCKED(s.y = 0; s.x = 0);
#else
    LOCKED(s.x = 1; s.y = 2);
    LOCKED(s.x = 0; s.y = 0);
#endif
    return arg;
}

int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, reader, 0);
    pthread_create(&q, 0, writer, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    return 0;
}
