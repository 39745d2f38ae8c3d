/* expect: safe */
/* Two threads run two contexts that main made, each of them now on one and now on the other. */
#include <assert.h>
#include <pthread.h>
#include <ucontext.h>
typedef struct Task {
    ucontext_t own, *worker;
    char stack[16384];
    int n, done, busy;
} Task;
static Task task[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void body(int k) {
    int local[2] = {k, k + 1};
    for (int j = 0; j < 2; j++) {
        task[k].n += local[j];
        if (!j) swapcontext(&task[k].own, task[k].worker);
    }
    setcontext(task[k].worker);
}
static void *work(void *arg) {
    ucontext_t mine;
    for (int round = 0; round < 2; round++) {
        Task *t = 0;
        pthread_mutex_lock(&m);
        for (int k = 0; k < 2; k++)
            if (task[k].done < 2 && !task[k].busy && !t) t = &task[k];
        if (t) t->busy = 1;
        pthread_mutex_unlock(&m);
        if (!t) break;
        t->worker = &mine;
        swapcontext(&mine, &t->own);
        pthread_mutex_lock(&m);
        t->busy = 0;
        t->done++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (int k = 0; k < 2; k++) {
        getcontext(&task[k].own);
        task[k].own.uc_stack.ss_sp = task[k].stack;
        task[k].own.uc_stack.ss_size = sizeof task[k].stack;
        makecontext(&task[k].own, (void (*)(void))body, 1, k);
    }
    for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, work, 0);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    for (int k = 0; k < 2; k++)
        if (task[k].done == 2) assert(task[k].n == 2 * k + 1);
    return 0;
}
