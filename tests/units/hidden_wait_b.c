#include "hidden_wait.h"
void *counts(void *unused) {
    pthread_mutex_lock(&m);
    /* This is no count: a wake-up without a notification is noticed. */
    while (!ready && woken < 2) {
        wait_for_it();
        woken = woken * 2 + 1;
    }
    pthread_mutex_unlock(&m);
    return unused;
}
