/* A handler that another unit installs, and volatile variables: of both units, and on the stack. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
extern volatile sig_atomic_t seen;
void install(void);
static void *sender(void *to) {
    pthread_kill(*(pthread_t *)to, SIGUSR1);
    return NULL;
}
int main(void) {
    pthread_t t, self = pthread_self();
    volatile int before, after[2];
    install();
    pthread_create(&t, NULL, sender, &self);
    before = seen;
    after[before & 1] = seen;
    pthread_join(t, NULL);
    assert(before == after[before & 1]);
    return 0;
}
