/* expect: some deadlock */
/* A generator waits for its caller while it holds a mutex that the caller takes. */
#include <pthread.h>
#include <ucontext.h>
static ucontext_t home, co;
static char stack[8192];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void body(void) {
    pthread_mutex_lock(&m);
    swapcontext(&co, &home);
    pthread_mutex_unlock(&m);
}
static void *other(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    getcontext(&co);
    co.uc_stack.ss_sp = stack;
    co.uc_stack.ss_size = sizeof stack;
    co.uc_link = &home;
    makecontext(&co, body, 0);
    swapcontext(&home, &co);
    pthread_mutex_lock(&m);
    swapcontext(&home, &co);
    pthread_join(t, 0);
    return 0;
}
