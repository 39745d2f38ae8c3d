/* Functions that are entered before there are threads, in one of three requests, behind a loop whose states
 * repeat, at the end of a thread and of the program, through pointers, and never. Version 1 is right. Each
 * other version changes one of them: version n adds an error to function n - 2 of the list below, with RIGHT
 * only something that makes no difference. Version 11 has a function that is called when the program ends. */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#ifdef RIGHT
#define CHANGE(n, x) (VERSION == (n) + 2 ? ((x) ^ 5) ^ 5 : (x))
#else
#define CHANGE(n, x) (VERSION == (n) + 2 ? (x) + 1 : (x))
#endif
#define APART __attribute__((noinline))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static _Atomic int stop, rounds;
static int request, size, sum, compared;

APART static int prepare(int x) { return CHANGE(0, x); }
APART static int answer_seldom(int x) { return CHANGE(1, x); }
APART static int after_loop(int x) { return CHANGE(2, x); }
APART static int last_of_all(int x) { return CHANGE(3, x); }
APART static int never(int x) { return CHANGE(4, x); }
APART static int by_pointer(const void *x, const void *y) {
    compared = 1;
    assert(CHANGE(5, compared) == 1);
    return *(const int *)x - *(const int *)y;
}
APART static void at_thread_end(void *value) { assert(CHANGE(6, *(int *)value) == 7); }
APART static void at_exit(void) { assert(CHANGE(7, compared) == 1); }
APART static void on_signal(int number) { assert(CHANGE(8, number) == SIGUSR1); }

static void *worker(void *value) {
    pthread_setspecific(key, value);
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&lock);
        sum += k;
        pthread_mutex_unlock(&lock);
    }
    if (request == 2) {
        pthread_mutex_lock(&lock);
        sum += answer_seldom(1) - 1;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}
static void *server(void *unused) {
    int odd = 0;
    while (!stop) odd = !odd;
    sum += after_loop(odd ^ odd);
    return unused;
}

#if VERSION == 11
__attribute__((destructor)) static void added(void) { assert(CHANGE(9, compared) == 1); }
#endif

int main(void) {
    static int seven = 7, numbers[] = {2, 1, 3};
    pthread_t w[2], s;
    request = heddle_int("request");
    heddle_assume(request >= 0 && request < 3);
    size = prepare(3);
    assert(size == 3);
    signal(SIGUSR1, on_signal);
    pthread_key_create(&key, at_thread_end);
    atexit(at_exit);
    pthread_create(&w[0], NULL, worker, &seven);
    pthread_create(&w[1], NULL, worker, &seven);
    pthread_join(w[0], NULL);
    pthread_join(w[1], NULL);
    assert(sum == 6);
    pthread_create(&s, NULL, server, NULL);
    stop = 1;
    pthread_join(s, NULL);
    qsort(numbers, 3, sizeof *numbers, by_pointer);
    assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3);
    raise(SIGUSR1);
    if (sum == 100) sum = never(sum);
    assert(last_of_all(sum) == 6);
    return 0;
}
