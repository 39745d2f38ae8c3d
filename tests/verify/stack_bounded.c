/* expect: safe */
/* options: --interleave=memory */
/* A bounded stack: one thread pushes, one pops when there is something. Wrong: whether there is something is
 * looked at outside the lock and twice. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
#define SIZE 3
#define OVERFLOW (-1)
#define UNDERFLOW (-2)
static int top;
static unsigned int arr[SIZE];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
bool flag = false;
static int push(unsigned int x) {
    if (top == SIZE) return OVERFLOW;
    arr[top] = x;
    top++;
    return 0;
}
static int pop(void) {
    if (top == 0) return UNDERFLOW;
    top--;
    return arr[top] > 0 ? 1 : 0;
}
void *t1(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        unsigned int tmp = __VERIFIER_nondet_uint() % SIZE;
        if (push(tmp) == OVERFLOW) reach_error();
        flag = true;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
void *t2(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
#ifdef WRONG
        if (flag) {
#else
        if (top > 0) {
#endif
            if (pop() == UNDERFLOW) reach_error();
        }
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t id1, id2;
    pthread_create(&id1, NULL, t1, NULL);
    pthread_create(&id2, NULL, t2, NULL);
    pthread_join(id1, NULL);
    pthread_join(id2, NULL);
    return 0;
}
