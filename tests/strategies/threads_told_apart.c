/* Threads without end, and in each variant but INPUT, RIGID and THREAD_LOCAL something keeps a proof for any
 * number of them away: the summary says what. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
static atomic_int word;
static atomic_long place;
static sem_t sem;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#if defined(RIGID) || defined(INPUT_COMPARED)
static int first;
#endif
static _Thread_local int mine;
#ifdef AT_END
static pthread_key_t key;
static void at_end(void *p) { atomic_store(&place, (long)&p); }
#endif
static void *worker(void *arg) {
    int local = 1;
#ifdef THREAD_LOCAL
    mine++;
    if (atomic_load(&word) == 3) mine = 2;
    if (mine == 2) abort();
#endif
#ifdef AT_END
    pthread_setspecific(key, &word);
#endif
#ifdef THREAD_LOCAL_ADDRESS
    atomic_store(&place, (long)&mine);
#endif
#ifdef ADDRESS
    atomic_store(&place, (long)&local);
#endif
#ifdef HEAP
    free(malloc(4));
#endif
#ifdef INPUT
    if (heddle_int("in") == 3) atomic_store(&word, 2);
#endif
#ifdef RIGID
    if (first == 3) atomic_store(&word, first);
    if (atomic_load(&word) == 4) abort();
#endif
#ifdef INPUT_COMPARED
    if (heddle_int("in") == first) atomic_store(&word, 2);
#endif
#ifdef INPUT_SHARED
    if (atomic_load(&word) == 7) atomic_store(&word, 2);
    atomic_store(&word, heddle_int("in"));
#endif
#ifdef INPUT_PASSED
    if ((long)arg == 3) atomic_store(&word, 2);
#endif
#ifdef LIBRARY_INPUT
    pthread_mutex_lock(&m);
    if (rand() == 9) atomic_store(&word, 9);
    srand((unsigned)heddle_int("in"));
    pthread_mutex_unlock(&m);
#endif
#ifdef SELF
    atomic_store(&place, (long)pthread_self());
#endif
#ifdef SEMAPHORE
    sem_post(&sem);
#endif
#ifdef NESTED
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
#endif
#ifdef CLOCK
    local = (int)time(0);
#endif
#ifdef GROWS
    if (atomic_fetch_add(&word, 1) == 1 << 30) abort();
#endif
    pthread_mutex_lock(&m);
#ifdef ENDS_HOLDING
    if (atomic_load(&word) == 2) return arg;
    atomic_fetch_add(&word, 1);
#endif
    pthread_mutex_unlock(&m);
    return local ? arg : &word;
}
int main(void) {
    pthread_t t;
#ifdef AT_END
    pthread_key_create(&key, at_end);
#endif
#ifdef SEMAPHORE
    sem_init(&sem, 0, 0);
#endif
#if defined(RIGID) || defined(INPUT_COMPARED)
    first = heddle_int("first");
#endif
    for (;;) {
        int *argument = 0;
#ifdef MAINS_HEAP
        argument = malloc(4);
#endif
#ifdef INPUT_PASSED
        argument = (int *)heddle_long("in");
#endif
        pthread_create(&t, 0, worker, argument);
#ifdef COMPARED
        if (pthread_equal(t, pthread_self())) atomic_store(&word, 1);
#endif
    }
}
