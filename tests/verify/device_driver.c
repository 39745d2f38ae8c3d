/* expect: safe */
/* A character device with open, release and ioctl, which two threads call with any arguments; each entry
 * point takes the lock. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER, io_lock = PTHREAD_MUTEX_INITIALIZER;
static int is_open, power, level;
static int ghost_inside;
static int dev_open(void) {
    pthread_mutex_lock(&open_lock);
    if (is_open) {
        pthread_mutex_unlock(&open_lock);
        return -16;
    }
    is_open = 1;
    pthread_mutex_unlock(&open_lock);
    return 0;
}
static int dev_release(void) {
    pthread_mutex_lock(&open_lock);
    is_open = 0;
    pthread_mutex_unlock(&open_lock);
    return 0;
}
static int dev_ioctl(unsigned cmd, int arg) {
    int result = 0;
    pthread_mutex_lock(&io_lock);
    ghost_inside++;
    if (ghost_inside != 1) reach_error();
    switch (cmd) {
    case 0x5401: power = arg != 0; break;
    case 0x5402:
        if (arg < 0 || arg > 7) {
            result = -22;
#ifdef WRONG
            pthread_mutex_unlock(&io_lock);
            return result;
#else
            break;
#endif
        }
        level = arg;
        break;
    case 0x5403: result = level; break;
    default: result = -25;
    }
    ghost_inside--;
    pthread_mutex_unlock(&io_lock);
    return result;
}
static void *user(void *arg) {
    if (dev_open() != 0) return 0;
    dev_ioctl(__VERIFIER_nondet_uint(), __VERIFIER_nondet_int());
    dev_release();
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (level < 0 || level > 7) reach_error();
    return 0;
}
