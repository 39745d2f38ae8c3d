/*
 * bounded_buffer.c — a producer and a consumer around a buffer of one element, with a lock and two condition
 * variables, done right.
 *
 * Known answer: safe in both interleave modes: no deadlock, and everything arrives in order.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef ITEMS
#define ITEMS 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static bool full;
static int slot;

static void put(int item) {
    pthread_mutex_lock(&lock);
    while (full) pthread_cond_wait(&not_full, &lock);
    slot = item;
    full = true;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static int get(void) {
    pthread_mutex_lock(&lock);
    while (!full) pthread_cond_wait(&not_empty, &lock);
    int item = slot;
    full = false;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *produce(void *unused) {
    for (int i = 0; i < ITEMS; i++) put(100 + i);
    return unused;
}

static void *consume(void *unused) {
    for (int i = 0; i < ITEMS; i++) heddle_assert(get() == 100 + i);
    return unused;
}

int main(void) {
    pthread_t producer, consumer;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    heddle_assert(!full);
    return 0;
}
