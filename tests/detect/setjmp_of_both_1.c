/* expect: assertion @a "x == 1" */
/* options: --interleave=memory --checks=none,assertion */
/* Two threads fill one jump buffer, each word of it a visible access: both go on behind that, in either
 * order. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <setjmp.h>
static jmp_buf buffer;
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
    setjmp(buffer);
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    setjmp(buffer);
    pthread_mutex_lock(&m);
    heddle_assert(x == 1); /*a*/
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
