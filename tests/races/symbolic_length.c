/* expect: some race "cells" */
/* A copy of up to eight bytes races with a write of the sixth one, for some numbers of bytes. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <string.h>

static char cells[8];

static void *writer(void *r) {
    cells[5] = 1;
    return r;
}

int main(void) {
    char from[8] = "abcdefg";
    unsigned n = heddle_uint("n");
    pthread_t t;
    heddle_assume(n <= 8);
    pthread_create(&t, NULL, writer, NULL);
    memcpy(cells, from, n);
    pthread_join(t, NULL);
    return 0;
}
