/*
 * indexer.c — threads insert keys into one hash table by linear probing; each slot has a lock of its own.
 * -DTHREADS=N (11 unless given). Thread t inserts w = 11 m + t for m = 1..4, from slot (7 w) mod 128 on.
 *
 * Known answer: safe. Up to 11 threads no two keys fall on the same slot, so nothing depends on the order:
 * one trace; with 12 and more some do, and the traces multiply (8 for 12 threads).
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef THREADS
#define THREADS 11
#endif
#define SIZE 128
#define KEYS 4

static int table[SIZE];
static pthread_mutex_t lock[SIZE];

static bool compare_and_swap(int slot, int expected, int value) {
    pthread_mutex_lock(&lock[slot]);
    bool same = table[slot] == expected;
    if (same) table[slot] = value;
    pthread_mutex_unlock(&lock[slot]);
    return same;
}

static void *insert(void *argument) {
    int tid = (int)(long)argument;
    for (int m = 1; m <= KEYS; m++) {
        int w = 11 * m + tid, h = (7 * w) % SIZE;
        while (!compare_and_swap(h, 0, w)) h = (h + 1) % SIZE;
    }
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    for (int i = 0; i < SIZE; i++) pthread_mutex_init(&lock[i], NULL);
    for (long i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, insert, (void *)i);
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    int used = 0;
    for (int i = 0; i < SIZE; i++) used += table[i] != 0;
    heddle_assert(used == THREADS * KEYS);
    return 0;
}
