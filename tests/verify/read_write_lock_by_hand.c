/* expect: safe */
/* options: --interleave=memory */
/* A read-write lock of two counters that change in atomic functions. Wrong: taking it for writing does not
 * look at readers. */
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
int w = 0, r = 0, x, y;
void __VERIFIER_atomic_take_write_lock(void) {
#ifdef WRONG
    __VERIFIER_assume(w == 0);
#else
    __VERIFIER_assume(w == 0 && r == 0);
#endif
    w = 1;
}
void __VERIFIER_atomic_release_write_lock(void) { w = 0; }
void __VERIFIER_atomic_take_read_lock(void) {
    __VERIFIER_assume(w == 0);
    r = r + 1;
}
void __VERIFIER_atomic_release_read_lock(void) { r = r - 1; }
void *writer(void *arg) {
    __VERIFIER_atomic_take_write_lock();
    x = 3;
    __VERIFIER_atomic_release_write_lock();
    return 0;
}
void *reader(void *arg) {
    __VERIFIER_atomic_take_read_lock();
    int l = x;
    y = l;
    if (y != x) reach_error();
    __VERIFIER_atomic_release_read_lock();
    return 0;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, reader, 0);
    pthread_create(&t[2], 0, writer, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
