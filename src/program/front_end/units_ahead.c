/*
 * units_ahead.c — child processes that make the units of a program in advance, from the last one
 * on, while this process makes and links them from the first one on. Each unit is claimed by one
 * process. Only the cache has what a child made. So whatever happens to a child, a unit that is not
 * there is made here.
 */
#include "program/front_end/loader.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CHILDREN = 7 }; /* each holds the modules that it works on */

typedef enum UnitState { UNIT_UNCLAIMED, UNIT_HERE, UNIT_BEING_MADE, UNIT_MADE } UnitState;

struct UnitsAhead {
    size_t n;
    _Atomic int *state; /* of each unit, in memory shared with the children */
    pid_t child[MOST_CHILDREN];
    unsigned nchildren;
};

static bool claim_unit(UnitsAhead *a, size_t k, UnitState state) {
    int unclaimed = UNIT_UNCLAIMED;
    return atomic_compare_exchange_strong(&a->state[k], &unclaimed, (int)state);
}

/* A child: makes units until all are claimed. */
static void make_units(UnitsAhead *a, void (*make)(void *context, size_t k), void *context) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t k = a->n; k-- > 0;) {
        if (!claim_unit(a, k, UNIT_BEING_MADE)) continue;
        make(context, k);
        atomic_store(&a->state[k], UNIT_MADE);
    }
}

UnitsAhead *units_ahead_start(size_t n, void (*make)(void *context, size_t k), void *context) {
    cpu_set_t processors;
    int count = sched_getaffinity(0, sizeof processors, &processors) ? 1 : CPU_COUNT(&processors);
    unsigned children = (unsigned)MIN(MIN((size_t)count - 1, (size_t)MOST_CHILDREN), n / 2);
    if (!children) return NULL;
    void *shared = mmap(NULL, n * sizeof(_Atomic int), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return NULL;
    UnitsAhead *a = xcalloc(1, sizeof *a);
    *a = (UnitsAhead){.n = n, .state = shared};
    for (unsigned k = 0; k < children; k++) {
        pid_t pid = fork();
        if (pid == 0) {
            make_units(a, make, context);
            _exit(0);
        }
        if (pid > 0) a->child[a->nchildren++] = pid;
    }
    return a;
}

/* Notes the children that have ended, so that nobody waits for them. Whether one is left. */
static bool child_is_left(UnitsAhead *a) {
    for (unsigned k = 0; k < a->nchildren;) {
        pid_t ended = waitpid(a->child[k], NULL, WNOHANG);
        if (ended == a->child[k] || (ended < 0 && errno == ECHILD))
            a->child[k] = a->child[--a->nchildren];
        else
            k++;
    }
    return a->nchildren > 0;
}

void units_ahead_wait(UnitsAhead *a, size_t k) {
    static const struct timespec pause = {0, 1000000};
    if (!a || claim_unit(a, k, UNIT_HERE)) return;
    while (atomic_load(&a->state[k]) == UNIT_BEING_MADE && child_is_left(a))
        nanosleep(&pause, NULL);
}

size_t units_ahead_end(UnitsAhead *a) {
    if (!a) return 0;
    size_t claimed = 0;
    for (size_t k = 0; k < a->n; k++) {
        claim_unit(a, k, UNIT_HERE); /* after an error nobody needs it */
        claimed += atomic_load(&a->state[k]) != UNIT_HERE;
    }
    for (unsigned k = 0; k < a->nchildren; k++)
        while (waitpid(a->child[k], NULL, 0) < 0 && errno == EINTR) {}
    munmap((void *)a->state, a->n * sizeof *a->state);
    free(a);
    return claimed;
}
