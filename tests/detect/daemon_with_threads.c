/* expect: incomplete */
/* incomplete: `daemon` goes on in a child, without the other threads of the process */
/* A thread that was there before does not go on in a daemon. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <unistd.h>
static void *stays(void *arg) { return pause(), arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, stays, NULL);
    return daemon(1, 1);
}
