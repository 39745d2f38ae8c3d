/* expect: safe */
/* A copy of up to four bytes does not reach the sixth one, which another thread writes. */
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
    heddle_assume(n <= 4);
    pthread_create(&t, NULL, writer, NULL);
    memcpy(cells, from, n);
    pthread_join(t, NULL);
    heddle_assert(cells[5] == 1);
    return 0;
}
