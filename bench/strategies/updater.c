/*
 * updater.c — a thread gives the entries of a table new values, each with a version; others look
 * entries up whose numbers are inputs, and look again where the version changed meanwhile. Written
 * for Heddle.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef READERS
#define READERS 2
#endif
#ifndef ENTRIES
#define ENTRIES 2
#endif
static atomic_int version[ENTRIES], value[ENTRIES];

static void *update(void *unused) {
    for (int k = 0; k < ENTRIES; k++) {
        atomic_fetch_add(&version[k], 1);
        atomic_store(&value[k], k + 1);
        atomic_fetch_add(&version[k], 1);
    }
    return unused;
}

static void *look_up(void *number) {
    unsigned char key;
    heddle_symbolic(&key, sizeof key, (char[]){'k', (char)('0' + (long)number), 0});
    heddle_assume(key < ENTRIES);
    int entry = 0;
    while (entry < key) entry++; /* a branch for each entry */
    for (int tries = 0; tries < 2; tries++) {
        int before = atomic_load(&version[entry]), v = atomic_load(&value[entry]);
        if (before % 2 == 0 && atomic_load(&version[entry]) == before) {
            heddle_assert(v == (before ? entry + 1 : 0));
            break;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t updater, reader[READERS];
    pthread_create(&updater, NULL, update, NULL);
    for (long k = 0; k < READERS; k++) pthread_create(&reader[k], NULL, look_up, (void *)k);
    pthread_join(updater, NULL);
    for (int k = 0; k < READERS; k++) pthread_join(reader[k], NULL);
    return 0;
}
