/* expect: safe */
/* options: --interleave=memory */
/* Two threads add each other's variable: the largest values are two consecutive Fibonacci numbers. */
#include <assert.h>
#include <pthread.h>
extern void reach_error(void);
#define NUM 3
int i = 1, j = 1;
int fib(int n) {
    int a = 1, b = 1;
    for (int k = 1; k < n; k++) {
        int c = a + b;
        a = b;
        b = c;
    }
    return b;
}
void *t1(void *arg) {
    for (int k = 0; k < NUM; k++) i += j;
    pthread_exit(NULL);
}
void *t2(void *arg) {
    for (int k = 0; k < NUM; k++) j += i;
    pthread_exit(NULL);
}
int main(int argc, char **argv) {
    pthread_t id1, id2;
    pthread_create(&id1, NULL, t1, NULL);
    pthread_create(&id2, NULL, t2, NULL);
    int most = fib(2 * NUM + 1);
#ifdef WRONG
    if (i >= most || j >= most) reach_error();
#else
    if (i > most || j > most) reach_error();
#endif
    return 0;
}
