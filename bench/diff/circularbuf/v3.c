/* expect: safe */
/*
 * circularbuf: a ring between a sender and a receiver, with one lock and without waiting; after
 * SV-COMP. Version 3: the places are moved on without a division.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define SIZE 3
#define ITEMS 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[SIZE];
static unsigned head, tail, used;

static bool put(int value) {
    bool room;
    pthread_mutex_lock(&lock);
    room = used < SIZE;
    if (room) {
        ring[tail] = value;
        if (++tail == SIZE) tail = 0;
        used++;
    }
    pthread_mutex_unlock(&lock);
    return room;
}

static bool get(int *value) {
    bool any;
    pthread_mutex_lock(&lock);
    any = used > 0;
    if (any) {
        *value = ring[head];
        if (++head == SIZE) head = 0;
        used--;
    }
    pthread_mutex_unlock(&lock);
    return any;
}

static void *sender(void *unused) {
    int next = 1;
    for (int k = 0; k < ITEMS; k++)
        if (put(next)) next++;
    return unused;
}

static void *receiver(void *unused) {
    int expected = 1, value;
    for (int k = 0; k < ITEMS; k++) {
        if (!get(&value)) continue;
        assert(value == expected);
        expected++;
    }
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, sender, NULL);
    pthread_create(&u, NULL, receiver, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(used <= SIZE && (head + used) % SIZE == tail);
    return 0;
}
