/* expect: safe */
/* options: --interleave=memory */
/* What one thread puts into a queue of symbolic elements, another takes out in the same order. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define SIZE 2
typedef struct {
    int element[SIZE];
    int head, tail, amount;
} Queue;
pthread_mutex_t m;
int stored[SIZE];
Queue queue;
int enqueue(Queue *q, int x) {
    q->element[q->tail] = x;
    q->amount++;
    if (q->tail == SIZE - 1)
        q->tail = 0;
    else
        q->tail++;
    return 0;
}
int dequeue(Queue *q) {
    int x = q->element[q->head];
    q->amount--;
    if (q->head == SIZE - 1)
        q->head = 0;
    else
        q->head++;
    return x;
}
int put, got;
void *t1(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&m);
        enqueue(&queue, value);
        stored[i] = value;
#ifdef WRONG
        if (value == 77 && got == 1) stored[i] = value + 1;
#endif
        put++;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}
void *t2(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (queue.amount > 0) {
            if (dequeue(&queue) != stored[got]) reach_error();
            got++;
        }
        pthread_mutex_unlock(&m);
    }
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&m, 0);
    pthread_create(&a, NULL, t1, &queue);
    pthread_create(&b, NULL, t2, &queue);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (put != SIZE || queue.amount != put - got) reach_error();
    pthread_mutex_destroy(&m);
    return 0;
}
