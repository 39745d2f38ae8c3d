/*
 * replay_turns.c — lets one thread run at a time, in the order of the plan: see replay.h. A thread
 * waits before each of its operations of the plan, and goes on alone until the next one. What it
 * does in between is what the engine calls a slice.
 */
#include "replay.h"
#include <errno.h>
#include <pthread.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NOTHING ((size_t)-1)
#define PATIENCE 4 /* seconds without progress after which the run is given up */

typedef struct Own {
    bool live, ended;
    bool stands; /* waits for the end of the plan, or of the process */
    unsigned children;
    size_t next; /* no step of the thread before this one is open */
    /* Of a race: the last accesses at its place. */
    const char *access;
    size_t size;
    bool writes, raced;
} Own;

static Own *own; /* by the numbers of the threads */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int running = 0; /* the thread whose slice it is; -1: none */
static size_t cursor;   /* all steps before were taken */
static bool over, freed;
static _Thread_local int me = -1;
static _Thread_local Place call; /* the call that the program's code is in */

const char *replay_thread_name(void) { return me >= 0 ? replay_plan.threads[me].name : "?"; }
bool replay_is_over(void) { return freed || me < 0; }

static bool is_memory(const char *kind) {
    return !strcmp(kind, "load") || !strcmp(kind, "store") || !strcmp(kind, "rmw");
}
/* Operations that no function of replay_threads.c stands for. */
static bool is_within_call(const char *kind) {
    return is_memory(kind) || !strcmp(kind, "free") || !strcmp(kind, "syscall");
}

/* Returns the thread's first open step from `from` on. */
static size_t open_step(size_t from) {
    const Plan *p = &replay_plan;
    while (from < p->nsteps && (p->steps[from].taken || p->steps[from].thread != me)) from++;
    return from < p->nsteps ? from : NOTHING;
}
static size_t next_step(void) {
    if (me < 0) return NOTHING;
    size_t k = open_step(own[me].next);
    own[me].next = k == NOTHING ? replay_plan.nsteps : k;
    return k;
}

/* --- with the lock held --- */

static void advance(void) {
    while (cursor < replay_plan.nsteps && replay_plan.steps[cursor].taken) cursor++;
    if (cursor == replay_plan.nsteps && !over) {
        over = true;
        replay_report("over");
    }
}

/* Lets all threads go on without a plan. */
static void set_free(void) {
    freed = true;
    pthread_cond_broadcast(&changed);
}

static void leave_turn(void) {
    if (running == me) running = -1;
    pthread_cond_broadcast(&changed);
}

/* Whether every thread waits where it stands, or has ended. */
static bool all_stand(void) {
    for (int k = 0; k < replay_plan.nthreads; k++)
        if (own[k].live && !own[k].ended && !own[k].stands) return false;
    return true;
}

static void give_up(void) {
    const PlannedStep *s = &replay_plan.steps[cursor];
    if (cursor < replay_plan.nsteps)
        replay_report("stuck %zu %s %s %u %u %s", cursor, replay_plan.threads[s->thread].name,
                      s->kind, s->place.line, s->place.column, s->place.file);
    else
        replay_report("silent");
    _exit(77);
}

/* Waits for a change. */
static void wait_for_change(void) {
    size_t before = cursor;
    if (replay_plan.debugged) {
        pthread_cond_wait(&changed, &lock);
        return;
    }
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE;
    if (pthread_cond_timedwait(&changed, &lock, &until) == ETIMEDOUT && !freed && !over &&
        before == cursor)
        give_up();
}

/* The thread whose turn would be next has ended: the process is no longer where the plan is. */
static void look_for_ended(void) {
    const PlannedStep *s = &replay_plan.steps[cursor];
    if (cursor == replay_plan.nsteps || !own[s->thread].ended || freed) return;
    replay_report("ended %zu %s %s %u %u %s", cursor, replay_plan.threads[s->thread].name, s->kind,
                  s->place.line, s->place.column, s->place.file);
    set_free();
}

/* --- turns --- */

static unsigned take(size_t k) {
    Plan *p = &replay_plan;
    pthread_mutex_lock(&lock);
    for (size_t j = own[me].next; j < k; j++)
        if (p->steps[j].thread == me) p->steps[j].taken = true;
    own[me].next = k;
    advance();
    leave_turn();
    while (!freed && !(running < 0 && cursor == k)) {
        look_for_ended();
        if (!freed && !(running < 0 && cursor == k)) wait_for_change();
    }
    p->steps[k].taken = true;
    running = me;
    advance();
    pthread_mutex_unlock(&lock);
    return p->steps[k].outcome;
}

/* Returns the open step of this kind at the place of the call, if only accesses to memory come
 * before it. Where a thread begins or ends, the engine's place is not in the program, and the
 * end of a routine is at no call of its own. */
static size_t step_of_kind(const char *kind) {
    bool anywhere = !strcmp(kind, "start") || !strcmp(kind, "exit") ||
                    !strcmp(kind, "process-exit") || !strcmp(kind, "once-done");
    for (size_t k = next_step(); k != NOTHING; k = open_step(k + 1)) {
        const PlannedStep *s = &replay_plan.steps[k];
        if (!strcmp(s->kind, kind) && (anywhere || replay_same_place(&s->place, &call))) return k;
        if (!is_within_call(s->kind)) break;
    }
    return NOTHING;
}

/* Tells when the thread of the finding comes to its place behind the schedule: a debugger stops
 * there. */
static void look_for_place(const Place *at) {
    static bool told;
    const Plan *p = &replay_plan;
    if (told || p->thread != me || !replay_same_place(&p->place, at)) return;
    told = true;
    replay_report("place");
    if (p->debugged) replay_signal(SIGTRAP);
}

bool replay_may_take(const char *kind, unsigned *outcome) {
    size_t k = freed || me < 0 ? NOTHING : step_of_kind(kind);
    if (k == NOTHING) return false;
    unsigned what = take(k);
    if (outcome) *outcome = what;
    if (next_step() == NOTHING) look_for_place(&call);
    return true;
}

unsigned replay_take(const char *kind) {
    unsigned outcome = 0;
    if (!replay_may_take(kind, &outcome)) replay_stand();
    return outcome;
}

void replay_stand(void) {
    if (me < 0 || freed || next_step() != NOTHING) return;
    pthread_mutex_lock(&lock);
    own[me].stands = true;
    leave_turn();
    while (!freed && !(over && all_stand())) {
        look_for_ended();
        if (!freed && !(over && all_stand())) wait_for_change();
    }
    if (!freed) {
        replay_report("stand %s", replay_plan.threads[me].name);
        set_free();
    }
    own[me].stands = false;
    pthread_mutex_unlock(&lock);
}

/* --- threads --- */

int replay_child(void) {
    if (me < 0) return -1;
    char name[256];
    const char *mine = replay_plan.threads[me].name;
    snprintf(name, sizeof name, "%s.%u", mine, ++own[me].children);
    for (int k = 0; k < replay_plan.nthreads; k++)
        if (!strcmp(replay_plan.threads[k].name, name)) {
            own[k].live = true;
            return k;
        }
    return -1;
}

/* Handlers of cancellation and destructors of the program's own keys come before the end: this one
 * asks to be called again as often as that is possible. */
static pthread_key_t end_key;
static void at_end(void *round) {
    if ((intptr_t)round < PTHREAD_DESTRUCTOR_ITERATIONS)
        pthread_setspecific(end_key, (void *)((intptr_t)round + 1));
    else
        replay_end_thread();
}

void replay_begin_thread(int thread) {
    me = thread;
    if (me < 0) return;
    own[me].live = true;
    pthread_setspecific(end_key, (void *)1);
    replay_take("start");
}

/* Called before the threads of the process end: the last of what runs at their end. */
void replay_end_thread(void) {
    if (me < 0 || own[me].ended) return;
    replay_may_take("exit", NULL);
    pthread_mutex_lock(&lock);
    own[me].ended = true;
    leave_turn();
    pthread_mutex_unlock(&lock);
}

/* --- called by the program's code --- */

/* Notes an access at a place of the race, and tells when it meets the other thread's. */
static void look_for_race(const void *address, size_t size, unsigned kind, const Place *at) {
    const Plan *p = &replay_plan;
    for (int k = 0; k < 2; k++) {
        if (p->accessing[k] != me || !replay_same_place(&p->accesses[k], at)) continue;
        int with = p->accessing[!k];
        if (with < 0) continue;
        Own *mine = &own[me], *other = &own[with];
        mine->access = address;
        mine->size = size;
        mine->writes |= kind != NATIVE_LOAD;
        if (mine->raced || !other->access || !(mine->writes || other->writes) ||
            mine->access >= other->access + other->size ||
            other->access >= mine->access + mine->size)
            continue;
        mine->raced = true;
        replay_report("race %p %zu", address, size);
        if (p->debugged) replay_signal(SIGTRAP);
        _exit(66);
    }
}

void __heddle_native_access(const void *address, size_t size, unsigned kind, const char *file,
                            unsigned line, unsigned column);
void __heddle_native_access(const void *address, size_t size, unsigned kind, const char *file,
                            unsigned line, unsigned column) {
    if (me < 0 || freed) return;
    Place at = {file, line, column};
    size_t k = next_step();
    if (k == NOTHING) {
        const PlannedThread *t = &replay_plan.threads[me];
        look_for_race(address, size, kind, &at);
        look_for_place(&at);
        if (t->stands && replay_same_place(&t->standing, &at)) replay_stand();
        return;
    }
    const PlannedStep *s = &replay_plan.steps[k];
    if (!is_memory(s->kind) || !replay_same_place(&s->place, &at)) return;
    if (kind == NATIVE_LOAD ? !strcmp(s->kind, "store")
                            : kind == NATIVE_STORE && !strcmp(s->kind, "load"))
        return;
    take(k);
    if (next_step() != NOTHING) return;
    look_for_race(address, size, kind, &at);
    look_for_place(&at);
}

/* `known`: the function is one of replay_threads.c, which takes the operations itself. */
void __heddle_native_call(const char *file, unsigned line, unsigned column, unsigned known);
void __heddle_native_call(const char *file, unsigned line, unsigned column, unsigned known) {
    call = (Place){file, line, column};
    if (me < 0 || freed) return;
    size_t k = next_step();
    if (k == NOTHING) look_for_place(&call);
    if (known) return;
    if (k == NOTHING) {
        const PlannedThread *t = &replay_plan.threads[me];
        if (t->stands && replay_same_place(&t->standing, &call)) replay_stand();
        return;
    }
    /* All pieces of the call at once: the real one need not wait then. */
    while (k != NOTHING && replay_same_place(&replay_plan.steps[k].place, &call)) {
        take(k);
        k = next_step();
    }
}

/* --- the process --- */

static void at_exit(void) { replay_take("process-exit"); }

/* Comes before the program's constructors, so that its own handlers of the exit come first. */
__attribute__((constructor(101))) static void begin_process(void) {
    replay_read_plan();
    own = calloc((size_t)replay_plan.nthreads + 1, sizeof *own);
    if (!own) abort();
    own[0].live = true;
    me = 0;
    if (pthread_key_create(&end_key, at_end)) abort();
    pthread_setspecific(end_key, (void *)1);
    atexit(at_exit);
    at_quick_exit(at_exit);
    replay_may_take("start", NULL);
}

int __heddle_native_main(int argc, char **argv, char **environment);
int main(int argc, char **argv, char **environment) {
    return __heddle_native_main(argc, argv, environment);
}
