/* expect: safe */
/* options: --interleave=memory */
/* Stopping a driver while requests are pending. Wrong: whether it stops is looked at before the request is
 * counted. */
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int pending_io = 1, stopping, stopped, stopping_event;
static int inc(void) {
    int status = 0;
#ifdef WRONG
    if (stopping) return -1;
    __VERIFIER_atomic_begin();
    pending_io++;
    __VERIFIER_atomic_end();
#else
    __VERIFIER_atomic_begin();
    if (stopping)
        status = -1;
    else
        pending_io++;
    __VERIFIER_atomic_end();
#endif
    return status;
}
static void dec(void) {
    __VERIFIER_atomic_begin();
    int left = --pending_io;
    __VERIFIER_atomic_end();
    if (left == 0) stopping_event = 1;
}
void *stop(void *arg) {
    __VERIFIER_atomic_begin();
    stopping = 1;
    __VERIFIER_atomic_end();
    dec();
    __VERIFIER_assume(stopping_event);
    stopped = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, stop, 0);
    int status = inc();
    if (status == 0) {
        if (stopped) reach_error();
        dec();
    }
    return 0;
}
