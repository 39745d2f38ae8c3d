/* expect: memory @writes "use after free"; race @writes; assertion @fails */
/*
 * Which block is written depends on an input, and another thread frees one of them: that it is there
 * is not known to the thread that writes. In one order the write is to a freed block.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

static int *block[3], in;

static void *frees(void *unused) {
    free(block[0]);
    return unused;
}

static void *writes(void *unused) {
    *block[in] = 0;         /*writes*/
    heddle_assert(in != 0); /*fails*/
    return unused;
}

int main(void) {
    pthread_t t;
    in = heddle_int("in");
    heddle_assume(in >= 0 && in < 3);
    block[0] = malloc(sizeof(int));
    block[2] = malloc(sizeof(int));
    pthread_create(&t, NULL, frees, NULL);
    pthread_create(&t, NULL, writes, NULL);
    pthread_exit(NULL);
}
