/* expect: safe */
/* options: --interleave=memory */
/* One thread allocates, another fills; the parent checks the text. Wrong: nobody sees to the order, and the
 * text may be missing. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
char *v;
void *thread1(void *arg) {
    v = calloc(8, sizeof(char));
    return 0;
}
void *thread2(void *arg) {
    if (v) strcpy(v, "Bigshot");
    return 0;
}
int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, thread1, 0);
#ifndef WRONG
    pthread_join(t1, 0);
#endif
    pthread_create(&t2, 0, thread2, 0);
#ifdef WRONG
    pthread_join(t1, 0);
#endif
    pthread_join(t2, 0);
    if (v[0] != 'B' || strcmp(v, "Bigshot")) reach_error();
    return 0;
}
