/* What fits the stack that a thread was given is no error: large variables, calls of libc, rounds with
 * alloca. */
/* expect: safe */
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void part(int n) {
    char *b = alloca(10000);
    memset(b, n, 10000);
}

static void *fits(void *p) {
    char b[10000], name[] = "file-XXXXXX";
    int x[] = {3, 1, 2};
    memset(b, 1, sizeof b);
    qsort(x, 3, sizeof *x, compare);
    for (int k = 0; k < 100; k++) part(k);
    for (int k = 1; k < 100; k++) {
        char v[k * 50];
        memset(v, 0, sizeof v);
    }
    unlink(name);
    printf("%s %d %f\n", name, x[0], 1.5);
    return p;
}

/* The usual size is eight million bytes. */
static void *usual(void *p) {
    char b[4000000];
    memset(b, 1, sizeof b);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_attr_t a;
    pthread_attr_init(&a);
    assert(pthread_attr_setstacksize(&a, 100));
    assert(!pthread_attr_setstacksize(&a, 32768));
    pthread_create(&t, &a, fits, 0);
    pthread_join(t, 0);
    pthread_create(&t, 0, usual, 0);
    pthread_join(t, 0);
    return 0;
}
