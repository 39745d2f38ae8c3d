/* Threads count what they do, in variables that nothing depends on: with COUNTS the states are as many as
 * without. Each other variant lets something depend on the count. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turn;
unsigned long total = 1;
static int tries[4];
static struct {
    int taken, last;
} seen;
static atomic_ulong all;
#ifdef POINTED
static unsigned long *pointer = &total;
#endif
static void *worker(void *arg) {
    long me = (long)arg;
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        turn = turn == 2 ? 0 : turn + 1;
#ifdef COUNTS
        total = total * 31 + (unsigned long)me;
        tries[me]++;
        seen.taken++;
        seen.last = (int)me;
        atomic_fetch_add(&all, 3ul);
#endif
#ifdef BRANCH
        if (total == 77) turn = 0;
#elif defined INDEX
        tries[total & 3]++;
#elif defined FLOWS
        turn = (int)(total & 1);
#elif defined POINTED
        turn += *pointer == 77;
#elif defined DIVIDES
        seen.taken = (int)(5 / total);
#elif defined COPIED
        memcpy(&turn, &total, sizeof turn);
#endif
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t[4];
    for (long k = 0; k < 4; k++) pthread_create(&t[k], NULL, worker, (void *)k);
    for (int k = 0; k < 4; k++) pthread_join(t[k], NULL);
#ifdef PRINTED
    printf("%lu\n", total);
#elif defined RETURNED
    return (int)total & 1;
#endif
    return 0;
}
