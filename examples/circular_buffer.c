/*
 * circular_buffer.c — a ring of SIZE elements between a sender and a receiver, one lock, no waiting: a full
 * ring refuses, an empty one has nothing to give.
 *
 * Known answer: safe in both interleave modes: what is received comes in the order it was sent. With -DBUG
 * the sender overwrites when the ring is full: an assertion failure in the receiver.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>

#define SIZE 2
#define ITEMS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[SIZE], head, tail, used;

static bool ring_send(int value) {
    bool room;
    pthread_mutex_lock(&lock);
#ifdef BUG
    room = true;
#else
    room = used < SIZE;
#endif
    if (room) {
        ring[tail] = value;
        tail = (tail + 1) % SIZE;
        used++;
    }
    pthread_mutex_unlock(&lock);
    return room;
}

static bool ring_receive(int *value) {
    pthread_mutex_lock(&lock);
    bool any = used > 0;
    if (any) {
        *value = ring[head];
        head = (head + 1) % SIZE;
        used--;
    }
    pthread_mutex_unlock(&lock);
    return any;
}

static void *sender(void *unused) {
    int next = 1;
    for (int i = 0; i < ITEMS; i++)
        if (ring_send(next)) next++;
    return unused;
}

static void *receiver(void *unused) {
    int expected = 1, value;
    for (int i = 0; i < ITEMS; i++)
        if (ring_receive(&value)) heddle_assert(value == expected++);
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, sender, NULL);
    pthread_create(&u, NULL, receiver, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
