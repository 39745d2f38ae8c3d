/* expect: safe */
/* options: --interleave=memory */
/* A thread makes the next and waits for it, three deep; each doubles. Wrong: the middle one does not wait. */
#include <pthread.h>
extern void reach_error(void);
static int value = 1;
static void *step(void *arg) {
    long depth = (long)arg;
    value *= 2;
    if (depth < 3) {
        pthread_t t;
        pthread_create(&t, 0, step, (void *)(depth + 1));
#ifdef WRONG
        if (depth != 2)
#endif
            pthread_join(t, 0);
    }
    value += 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, step, (void *)1);
    pthread_join(t, 0);
    if (value != 11) reach_error();
    return 0;
}
