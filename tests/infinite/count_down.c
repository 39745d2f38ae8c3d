/* expect: safe */
/* An input without a bound is counted down: what is left is an input as good as the first one, so the loop
 * comes back to a state that is known, with more assumed about it. */
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int signed_left;
static unsigned char byte_left;

static void *unsigned_in_register(void *arg) {
    for (unsigned k = __VERIFIER_nondet_uint(); k; k--) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, unsigned_in_register, 0);
    signed_left = __VERIFIER_nondet_int();
    while (signed_left > 3) {
        pthread_mutex_lock(&m);
        signed_left -= 4;
        pthread_mutex_unlock(&m);
    }
    if (signed_left > 3) reach_error();
    byte_left = (unsigned char)__VERIFIER_nondet_uint();
    while (byte_left) byte_left = byte_left - 3;
    pthread_join(t, 0);
#ifdef WRONG
    if (signed_left == 2) reach_error();
#endif
    return 0;
}
