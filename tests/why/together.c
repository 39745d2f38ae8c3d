/* Programs whose finding goes away only when two things change at once (-DTOGETHER=N): each of the two has
 * lines that say which they are. No single reversed order, and no single input, makes one of them pass. */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER, c2 = PTHREAD_COND_INITIALIZER;
static atomic_int x, y;
static int early, late, size, done;

#if TOGETHER == 1 /* two flags, each of which is set too early, and each is noticed */
static void *one(void *arg) {
    x = 1; /* first */
    y = 1; /* second */
    return arg;
}
static void *two(void *arg) {
    early |= x; /* first */
    late |= y;  /* second */
    return arg;
}
static void check(void) { assert(!early && !late); }
#elif TOGETHER == 2 /* the same with a mutex, which orders all four sections */
static void *one(void *arg) {
    pthread_mutex_lock(&m);
    size = 1;
    pthread_mutex_unlock(&m); /* first */
    pthread_mutex_lock(&m2);
    done = 1;
    pthread_mutex_unlock(&m2); /* second */
    return arg;
}
static void *two(void *arg) {
    pthread_mutex_lock(&m); /* first */
    early |= size;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m2); /* second */
    late |= done;
    pthread_mutex_unlock(&m2);
    return arg;
}
static void check(void) { assert(!early && !late); }
#elif TOGETHER == 3 /* two signals, each of which one waits for, too late */
static void *one(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m); /* first */
    pthread_mutex_lock(&m2);
    pthread_cond_signal(&c2);
    pthread_mutex_unlock(&m2); /* second */
    return arg;
}
static void *two(void *arg) {
    pthread_mutex_lock(&m); /* first */
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *three(void *arg) {
    pthread_mutex_lock(&m2); /* second */
    pthread_cond_wait(&c2, &m2);
    pthread_mutex_unlock(&m2);
    return arg;
}
#define THREE three
#elif TOGETHER == 4 /* two writers, each of which suffices for the check of the reader */
static void *one(void *arg) {
    x = 1; /* first */
    return arg;
}
static void *two(void *arg) {
    early = x; /* first */
    late = y;  /* second */
    return arg;
}
static void *three(void *arg) {
    y = 1; /* second */
    return arg;
}
#define THREE three
#define THREE_BEFORE_TWO
static void check(void) { assert(!early && !late); }
#elif TOGETHER == 5 /* a size of 0, and the flag before the size is looked at */
static void *one(void *arg) {
    x = 1; /* first */
    return arg;
}
static void *two(void *arg) {
    early = x; /* first */
    return arg;
}
static void start(void) { size = heddle_int("size"); } /* second */
static void check(void) { assert(!(early | !size)); }
#define START
#elif TOGETHER == 6 /* two sizes of 0 */
static int other_size;
static void *one(void *arg) { return arg; }
#define two one
static void start(void) {
    size = heddle_int("size");        /* first */
    other_size = heddle_int("other"); /* second */
    assert(size & other_size);
}
#define START
#elif TOGETHER == 7 /* three at once, which is not looked for */
static void *one(void *arg) { return arg; }
#define two one
static void start(void) { assert(heddle_int("a") & heddle_int("b") & heddle_int("c")); }
#define START
#elif TOGETHER == 8 /* half of an update is as wrong as all of it: one order of what is not adjacent */
static void *one(void *arg) {
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m); /* first */
    pthread_mutex_lock(&m);
    done = 2;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *two(void *arg) {
    pthread_mutex_lock(&m); /* first */
    early = done;
    pthread_mutex_unlock(&m);
    return arg;
}
static void check(void) { assert(!early); }
#endif

int main(void) {
    pthread_t a, b, d;
#ifdef START
    start();
#endif
    pthread_create(&a, 0, one, 0);
#ifdef THREE_BEFORE_TWO
    pthread_create(&d, 0, THREE, 0);
#endif
    pthread_create(&b, 0, two, 0);
#if defined THREE && !defined THREE_BEFORE_TWO
    pthread_create(&d, 0, THREE, 0);
#endif
    pthread_join(a, 0);
    pthread_join(b, 0);
#ifdef THREE
    pthread_join(d, 0);
#endif
#if TOGETHER <= 2 || TOGETHER == 4 || TOGETHER == 5 || TOGETHER == 8
    check();
#endif
    return 0;
}
