/* expect: safe */
/* options: --interleave=memory */
/* One thread makes the object, four write it: which letter is last is known only when the writers are joined
 * first. */
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
char *v;
void *make(void *arg) {
    v = malloc(sizeof(char));
    return 0;
}
void *write_x(void *arg) {
    *v = 'X';
    return 0;
}
void *write_y(void *arg) {
    *v = 'Y';
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, make, 0);
    pthread_join(t, 0);
    pthread_t x[2], y;
    for (int i = 0; i < 2; i++) pthread_create(&x[i], 0, write_x, 0);
#ifndef WRONG
    for (int i = 0; i < 2; i++) pthread_join(x[i], 0);
#endif
    pthread_create(&y, 0, write_y, 0);
    pthread_join(y, 0);
#ifdef WRONG
    for (int i = 0; i < 2; i++) pthread_join(x[i], 0);
#endif
    if (v[0] != 'Y') reach_error();
    free(v);
    return 0;
}
