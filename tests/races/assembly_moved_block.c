/* expect: race */
/* A block that a string instruction moves is read as any other. */
#include <pthread.h>
static char from[16], to[16];
static void *worker(void *arg) {
    from[9] = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    void *d = to;
    const void *s = from;
    unsigned long n = 2;
    __asm__ __volatile__("rep movsq" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
    pthread_join(t, NULL);
    return 0;
}
