/*
 * atfork.c — pthread_atfork. Of its handlers those of the parent run when fork() makes a child
 * (fork.c); no child runs any.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include "processes.h"

HIDDEN void __heddle_run_fork_handlers(int made);

static struct handlers {
    struct handlers *before, *next;
    void (*run[2])(void); /* before the child is made, and then */
} *first, *last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

PUBLIC int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    struct handlers *h = malloc(sizeof *h);
    if (!h) return ENOMEM;
    if (child) __heddle_warn("handlers of pthread_atfork for children never run");
    pthread_mutex_lock(&lock);
    *h = (struct handlers){last, 0, {prepare, parent}};
    if (last)
        last->next = h;
    else
        first = h;
    last = h;
    pthread_mutex_unlock(&lock);
    return 0;
}

/* The entry after one, or the first one in this order. */
static struct handlers *follower(struct handlers *h, int made) {
    pthread_mutex_lock(&lock);
    struct handlers *found = made ? (h ? h->next : first) : (h ? h->before : last);
    pthread_mutex_unlock(&lock);
    return found;
}

/* Runs the handlers, the last one first until the child is made. */
HIDDEN void __heddle_run_fork_handlers(int made) {
    for (struct handlers *h = 0; (h = follower(h, made));)
        if (h->run[made]) h->run[made]();
}
