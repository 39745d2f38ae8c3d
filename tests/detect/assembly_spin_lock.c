/* expect: safe */
/* A lock of exchanges and pauses, and a counter of locked operations. */
#include <heddle/heddle.h>
#include <pthread.h>
static int lock, inside, counter;

static void acquire(void) {
    int busy = 1;
    for (;;) {
        __asm__ __volatile__("xchgl %0, %1" : "+r"(busy), "+m"(lock) : : "memory");
        if (!busy) return;
        int seen;
        do {
            __asm__ __volatile__("pause" ::: "memory");
            __asm__ __volatile__("movl %1, %0" : "=r"(seen) : "m"(lock) : "memory");
        } while (seen);
        busy = 1;
    }
}
static void release(void) { __asm__ __volatile__("movl $0, %0" : "=m"(lock) : : "memory"); }

static void *worker(void *arg) {
    acquire();
    inside++;
    release();
    __asm__ __volatile__("lock; incl %0" : "+m"(counter) : : "memory", "cc");
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    heddle_assert(inside == 2 && counter == 2);
    return 0;
}
