/* expect: api @a "on the stack of another thread" */
#include <pthread.h>
#include <ucontext.h>
static ucontext_t u;
static void *other(void *arg) {
    setcontext(&u); /*a*/
    return arg;
}
int main(void) {
    pthread_t t;
    getcontext(&u);
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    return 0;
}
