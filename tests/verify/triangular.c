/* expect: safe */
/* options: --interleave=memory */
/* Each thread sets its variable to the other's plus one, a bounded number of times. */
#include <pthread.h>
extern void reach_error(void);
#define NUM 2
#define LIMIT (2 * NUM + 6)
int i = 3, j = 6;
void *t1(void *arg) {
    for (int k = 0; k < NUM; k++) i = j + 1;
    return NULL;
}
void *t2(void *arg) {
    for (int k = 0; k < NUM; k++) j = i + 1;
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    int at_i = i > LIMIT;
    int at_j = j > LIMIT;
#ifdef WRONG
    at_i = i >= LIMIT;
    at_j = j >= LIMIT;
#endif
    if (at_i || at_j) reach_error();
    return 0;
}
