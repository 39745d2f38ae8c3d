/* Programs with one mistake each (-DMISTAKE=N), beside threads that do something else (-DNOISE=N, and -DLATE:
 * they are created first). The lines of the mistake say so: the reason that is told must have one of them. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static atomic_int x, y, noise;
static int shared, ready, taken, items, *data;

static void *make_noise(void *arg) {
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&other);
        noise++;
        pthread_mutex_unlock(&other);
    }
    return arg;
}

#if MISTAKE == 1 /* an update that is a load and a store */
static void *one(void *arg) {
    int now = x; /* here */
    x = now + 1; /* here */
    return arg;
}
#define two one
static void check(void) { assert(x == 2); }
#elif MISTAKE == 2 /* an unlocked window: looked at in one section, used in another */
static void *one(void *arg) {
    pthread_mutex_lock(&m);
    int mine = !taken;
    pthread_mutex_unlock(&m); /* here */
    pthread_mutex_lock(&m);   /* here */
    if (mine) shared++, taken = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
#define two one
static void check(void) { assert(shared == 1); }
#elif MISTAKE == 3 /* a wait without a loop: the item is taken before the one that was woken has the lock */
static void *one(void *arg) {
    pthread_mutex_lock(&m);
    if (!items) pthread_cond_wait(&c, &m); /* here */
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *two(void *arg) {
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (items) items--;
    pthread_mutex_unlock(&m);
    return arg;
}
#elif MISTAKE == 4 /* used before it is there */
static void *one(void *arg) {
    x = 5; /* here */
    return arg;
}
static void *two(void *arg) {
    assert(x == 5); /* here */
    return arg;
}
#elif MISTAKE == 5 /* double check: the flag comes before the value */
static void *one(void *arg) {
    x = 1; /* here */
    y = 7; /* here */
    return arg;
}
static void *two(void *arg) {
    if (x)              /* here */
        assert(y == 7); /* here */
    return arg;
}
#elif MISTAKE == 6 /* a signal that nobody waits for yet, without a condition */
static void *one(void *arg) {
    pthread_mutex_lock(&m);    /* here */
    pthread_cond_wait(&c, &m); /* here */
    pthread_mutex_unlock(&m);
    return arg;
}
static void *two(void *arg) {
    pthread_mutex_lock(&m);   /* here */
    pthread_cond_signal(&c);  /* here */
    pthread_mutex_unlock(&m); /* here */
    return arg;
}
#elif MISTAKE == 7 /* two locks in both orders */
static void *one(void *arg) {
    pthread_mutex_lock(&m);  /* here */
    pthread_mutex_lock(&m2); /* here */
    pthread_mutex_unlock(&m2);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *two(void *arg) {
    pthread_mutex_lock(&m2); /* here */
    pthread_mutex_lock(&m);  /* here */
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m2);
    return arg;
}
#elif MISTAKE == 8 /* freed while another thread uses it */
static void *one(void *arg) {
    pthread_mutex_lock(&m); /* here */
    free(data);
    data = 0;
    pthread_mutex_unlock(&m); /* here */
    return arg;
}
static void *two(void *arg) {
    pthread_mutex_lock(&m); /* here */
    *data = 3;
    pthread_mutex_unlock(&m);
    return arg;
}
static void start(void) { data = malloc(sizeof *data); }
#define START
#elif MISTAKE == 9 /* a test and a set that are not one */
static void *one(void *arg) {
    if (!x) {  /* here */
        x = 1; /* here */
        assert(++shared == 1);
        shared--;
        x = 0;
    }
    return arg;
}
#define two one
#elif MISTAKE == 10 /* a semaphore that is waited for twice and posted once in time */
static void *one(void *arg) {
    if (!x) { /* here */
        sem_wait(&s);
        sem_wait(&s);
    }
    return arg;
}
static void *two(void *arg) {
    sem_post(&s);
    x = 1; /* here */
    return arg;
}
#endif

int main(void) {
    pthread_t a, b, n[3];
    sem_init(&s, 0, 0);
#ifdef START
    start();
#endif
#ifdef LATE
    for (int k = 0; k < NOISE; k++) pthread_create(&n[k], 0, make_noise, 0);
#endif
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
#ifndef LATE
    for (int k = 0; k < NOISE; k++) pthread_create(&n[k], 0, make_noise, 0);
#endif
    pthread_join(a, 0);
    pthread_join(b, 0);
    for (int k = 0; k < NOISE; k++) pthread_join(n[k], 0);
#if MISTAKE <= 2
    check();
#endif
    return 0;
}
