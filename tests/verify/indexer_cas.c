/* expect: safe */
/* options: --interleave=memory */
/* Threads put messages into a hash table by compare and swap, each element under a lock of its own. */
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
#define SIZE 16
#define MAX 2
#define THREADS 3
int table[SIZE];
pthread_mutex_t cas_mutex[SIZE];
static int cas(int *tab, int h, int val, int new_val) {
    int success = 0;
    pthread_mutex_lock(&cas_mutex[h]);
    if (tab[h] == val) {
        tab[h] = new_val;
        success = 1;
    }
    pthread_mutex_unlock(&cas_mutex[h]);
    return success;
}
void *routine(void *arg) {
    int tid = *(int *)arg, m = 0;
    while (m < MAX) {
        int w = ++m * 11 + tid;
        int h = (w * 7) % SIZE;
        if (h < 0) reach_error();
        while (cas(table, h, 0, w) == 0) h = (h + 1) % SIZE;
    }
    return 0;
}
int main(void) {
    int arg[THREADS];
    pthread_t tids[THREADS];
    for (int i = 0; i < SIZE; i++) pthread_mutex_init(&cas_mutex[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        arg[i] = i;
        pthread_create(&tids[i], 0, routine, &arg[i]);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(tids[i], 0);
    int full = 0;
    for (int i = 0; i < SIZE; i++) full += table[i] != 0;
    if (full != MAX * THREADS) reach_error();
    for (int i = 0; i < SIZE; i++) pthread_mutex_destroy(&cas_mutex[i]);
    return 0;
}
