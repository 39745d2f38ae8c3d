/* Which of two threads comes first has an input of 4 bytes, the other one of 8, of the same name: which is
 * met first differs from worker to worker, and in a replay. Both inputs may hold the factors, then the
 * counter races. */
#include <heddle/heddle.h>
#include <pthread.h>

static int first, hits;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static __attribute__((noinline)) void hit(void) { hits++; /* RACE */ }

static void *thread(void *p) {
    unsigned char bytes[8];
    pthread_mutex_lock(&m);
    int me = ++first;
    pthread_mutex_unlock(&m);
    heddle_symbolic(bytes, me == 1 ? 4 : 8, "n");
    unsigned a = bytes[0] | bytes[1] << 8, b = bytes[2] | bytes[3] << 8;
    if (a < 4096 && b < 4096 && a > 1 && b > 1 && a * b == 4093u * 4091u) hit();
    return p;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
