/* apart.c — see apart.h. */
#include "base/apart.h"
#include "base/base.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Solvers recurse over terms, deeper than a usual stack allows. Only used pages take memory. */
#define STACK_BYTES ((size_t)256 << 20)

typedef enum State {
    IDLE,
    CALLING,
    RETURNED,
    GIVEN_UP, /* the caller does not know yet */
    LEFT,     /* no other thread uses the object any more */
    ENDING
} State;

struct Apart {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    State state;
    ApartCall call;
};

/* Counts for the whole process, since it decides how the process may end. */
static atomic_uint abandoned;

bool apart_any_abandoned(void) { return atomic_load(&abandoned) > 0; }

static void apart_set_state(Apart *a, State state) {
    a->state = state;
    pthread_cond_broadcast(&a->changed);
}

static void discard(Apart *a) {
    pthread_cond_destroy(&a->changed);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

static void *apart_serve(void *context) {
    Apart *a = context;
    pthread_mutex_lock(&a->lock);
    for (;;) {
        while (a->state != CALLING && a->state != ENDING) pthread_cond_wait(&a->changed, &a->lock);
        if (a->state == ENDING) break;
        pthread_mutex_unlock(&a->lock);
        a->call.function(a->call.context);
        pthread_mutex_lock(&a->lock);
        while (a->state == GIVEN_UP) pthread_cond_wait(&a->changed, &a->lock);
        if (a->state == LEFT) break;
        apart_set_state(a, RETURNED);
    }
    bool alone = a->state == LEFT;
    pthread_mutex_unlock(&a->lock);
    if (!alone) return NULL;
    a->call.abandoned(a->call.context);
    discard(a);
    atomic_fetch_sub(&abandoned, 1);
    return NULL;
}

Apart *apart_new(void) {
    Apart *a = xcalloc(1, sizeof *a);
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->changed, NULL);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, STACK_BYTES);
    /* Signals are left to the threads that handle their effects. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&a->thread, &attr, apart_serve, a);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    if (failure) base_fatal("cannot create a thread for the solver");
    return a;
}

void apart_free(Apart *a) {
    if (!a) return;
    pthread_mutex_lock(&a->lock);
    apart_set_state(a, ENDING);
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->thread, NULL);
    discard(a);
}

bool apart_call(Apart *a, ApartCall call) {
    pthread_mutex_lock(&a->lock);
    a->call = call;
    apart_set_state(a, CALLING);
    while (a->state == CALLING) pthread_cond_wait(&a->changed, &a->lock);
    bool returned = a->state == RETURNED;
    if (!returned) pthread_detach(a->thread);
    apart_set_state(a, returned ? IDLE : LEFT);
    pthread_mutex_unlock(&a->lock);
    return returned;
}

void apart_give_up(Apart *a) {
    pthread_mutex_lock(&a->lock);
    if (a->state == CALLING) {
        atomic_fetch_add(&abandoned, 1);
        apart_set_state(a, GIVEN_UP);
    }
    pthread_mutex_unlock(&a->lock);
}
