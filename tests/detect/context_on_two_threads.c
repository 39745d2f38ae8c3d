/* expect: api @a "or that a thread runs on" */
#include <pthread.h>
#include <semaphore.h>
#include <ucontext.h>
static ucontext_t home, co;
static char stack[16384];
static sem_t begun, over;
static void *other(void *arg) {
    ucontext_t mine;
    sem_wait(&begun);
    swapcontext(&mine, &co); /*a*/
    sem_post(&over);
    return arg;
}
static void body(void) {
    swapcontext(&co, &home);
    sem_post(&begun);
    sem_wait(&over);
}
int main(void) {
    pthread_t t;
    sem_init(&begun, 0, 0);
    sem_init(&over, 0, 0);
    getcontext(&co);
    co.uc_stack.ss_sp = stack;
    co.uc_stack.ss_size = sizeof stack;
    co.uc_link = &home;
    makecontext(&co, body, 0);
    swapcontext(&home, &co);
    pthread_create(&t, 0, other, 0);
    swapcontext(&home, &co);
    pthread_join(t, 0);
    return 0;
}
