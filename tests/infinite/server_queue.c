/* expect: safe */
/* Clients put requests into a queue of two places for ever, a server takes them out for ever. Wrong: a client
 * that was woken does not look again. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
#define PLACES 2
#ifndef CLIENTS
#define CLIENTS 1
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int queue[PLACES], n;
static void *client(void *arg) {
    FOREVER {
        pthread_mutex_lock(&m);
#ifdef WRONG
        if (n == PLACES) pthread_cond_wait(&not_full, &m);
        if (n == PLACES) reach_error();
#else
        while (n == PLACES) pthread_cond_wait(&not_full, &m);
#endif
        queue[n++] = 7;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&m);
    }
    return 0;
}
static void *server(void *arg) {
    FOREVER {
        pthread_mutex_lock(&m);
        while (n == 0) pthread_cond_wait(&not_empty, &m);
        if (queue[--n] != 7) reach_error();
        queue[n] = 0;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t c[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) pthread_create(&c[i], 0, client, 0);
    server(0);
    return 0;
}
