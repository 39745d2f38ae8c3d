/*
 * mutual.c — mutual exclusion of two threads by a flag each: a thread that sees the flag of the
 * other one lowered raises its own and enters its critical section, where it writes down what it
 * does in a journal; otherwise it tries again some other time, at most so many times.
 *
 * The bug: the thread looks before it raises its own flag, so that both can pass (-DFIXED: it
 * raises its flag first, and lowers it again where the other's is raised).
 *
 * Known answer: one assertion fails, in either thread (nobody else has entered while it was
 * inside), with only 1 read of what the other thread wrote: who is inside. It takes three switches
 * between the threads: the other one must look before this one raises its flag, and come in after
 * this one has come in.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#define ROUNDS 2
#define ATTEMPTS 2 /* in each round */
#define WORK 3     /* entries of the journal for each time inside */
#define NOBODY (-1)

typedef struct Entry {
    int thread, round, step;
} Entry;

static atomic_bool raised[2];
static struct {
    atomic_int inside;
    Entry journal[2 * ROUNDS * WORK];
    int entries;
    int visits[2];
} section;

static bool enter(int me) {
    int other = !me;
#ifdef FIXED
    atomic_store(&raised[me], true);
    if (!atomic_load(&raised[other])) return true;
    atomic_store(&raised[me], false);
    return false;
#else
    if (atomic_load(&raised[other])) return false;
    atomic_store(&raised[me], true);
    return true;
#endif
}

static void leave(int me) { atomic_store(&raised[me], false); }

static void write_down(int me, int round, int step) {
    Entry *e = &section.journal[section.entries];
    e->thread = me;
    e->round = round;
    e->step = step;
    section.entries++;
}

static void critical(int me, int round) {
    atomic_store(&section.inside, me);
    for (int step = 0; step < WORK; step++) write_down(me, round, step);
    section.visits[me]++;
    heddle_assert(atomic_load(&section.inside) == me);
    atomic_store(&section.inside, NOBODY);
}

static void *work(void *argument) {
    int me = (int)(long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        int attempts = ATTEMPTS;
        while (attempts > 0 && !enter(me)) attempts--;
        if (attempts == 0) continue;
        critical(me, round);
        leave(me);
    }
    return NULL;
}

int main(void) {
    atomic_store(&section.inside, NOBODY);
    pthread_t thread[2];
    for (long k = 0; k < 2; k++) pthread_create(&thread[k], NULL, work, (void *)k);
    for (int k = 0; k < 2; k++) pthread_join(thread[k], NULL);
    return 0;
}
