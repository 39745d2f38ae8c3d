/* expect: safe */
/*
 * indexer: threads insert keys into one hash table by linear probing; after Flanagan and Godefroid,
 * POPL 2005. Version 2: hashing has a function of its own.
 */
#include <assert.h>
#include <pthread.h>

#define SIZE 128
#define KEYS 4
#define THREADS 14

static int table[SIZE];
static pthread_mutex_t lock[SIZE];

static int compare_and_swap(int slot, int expected, int value) {
    int same;
    pthread_mutex_lock(&lock[slot]);
    same = table[slot] == expected;
    if (same) table[slot] = value;
    pthread_mutex_unlock(&lock[slot]);
    return same;
}

static int hash(int w) { return (w * 7) % SIZE; }

static void *insert(void *argument) {
    int tid = (int)(long)argument;
    for (int m = 1; m <= KEYS; m++) {
        int w = 11 * m + tid, h = hash(w);
        while (!compare_and_swap(h, 0, w)) h = (h + 1) % SIZE;
    }
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    for (int k = 0; k < SIZE; k++) pthread_mutex_init(&lock[k], NULL);
    for (long k = 0; k < THREADS; k++) pthread_create(&thread[k], NULL, insert, (void *)k);
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    return 0;
}
