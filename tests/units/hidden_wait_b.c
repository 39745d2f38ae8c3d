#include "hidden_wait.h"
void *counts(void *unused) {
    pthread_mutex_lock(&m);
    /* A wake-up without a notification is seen. */
    while (!ready && woken < 2) {
        wait_for_it();
        woken++;
    }
    pthread_mutex_unlock(&m);
    return unused;
}
