/* expect: assertion @TOTAL */
/* An input whose size is an input, in two threads: each path has one of its sizes. */
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned total;

static void *thread(void *p) {
    unsigned char bytes[4] = {0};
    unsigned n = heddle_uint("n");
    heddle_assume(n >= 1 && n <= 3);
    heddle_symbolic(bytes, n, "data");
    pthread_mutex_lock(&m);
    total += bytes[n - 1] == 5 ? n : 0;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    heddle_assert(total != 5); /* TOTAL */
    return 0;
}
