/* expect: assertion @a; assertion @b */
/* When the last thread has ended after main left by pthread_exit, the process ends as by exit(0): after all
 * that the threads did. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

static int done[3], which;

static void at_exit(void) {
    heddle_assert(done[0] && done[1] && done[2]);
    done[0] = 7;
    if (which == 1) heddle_assert(!"reached"); /*a*/
}

__attribute__((destructor)) static void later(void) {
    if (which == 2) heddle_assert(done[0] != 7); /*b*/
}

static void *inner(void *p) {
    done[2] = 1;
    return p;
}
static void *first(void *p) {
    pthread_t t;
    pthread_create(&t, 0, inner, 0);
    pthread_detach(t);
    done[0] = 1;
    return p;
}
static void *second(void *p) {
    pthread_join(*(pthread_t *)p, 0);
    done[1] = 1;
    return p;
}

int main(void) {
    static pthread_t t, u;
    which = heddle_int("which");
    atexit(at_exit);
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, &t);
    pthread_exit(0);
}
