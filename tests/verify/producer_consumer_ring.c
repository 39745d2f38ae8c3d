/* expect: safe */
/* options: --interleave=memory */
/* One producer and one consumer of a ring without a lock, a bounded number of tries; the indices are each
 * written by one thread only. */
#include <pthread.h>
extern void reach_error(void);
#define SIZE 2
#define TRIES 3
volatile int ring[SIZE], head, tail;
void *producer(void *arg) {
    int value = 1;
    for (int i = 0; i < TRIES; i++)
        if (tail - head < SIZE) {
#ifdef WRONG
            tail = tail + 1;
            ring[(tail - 1) % SIZE] = value++;
#else
            ring[tail % SIZE] = value++;
            tail = tail + 1;
#endif
        }
    return 0;
}
void *consumer(void *arg) {
    int expected = 1;
    for (int i = 0; i < TRIES; i++)
        if (head < tail) {
            if (ring[head % SIZE] != expected++) reach_error();
            head = head + 1;
        }
    return 0;
}
int main(void) {
    pthread_t p, c;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
