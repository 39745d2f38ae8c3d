/* workers.c — see workers.h. */
#include "explore/workers.h"
#include "base/tables/index.h"
#include <stdatomic.h>
#include <stdlib.h>

static void task_free(Task *t) {
    if (t->free_payload) t->free_payload(t->payload);
    vec_free(&t->prefix);
    free(t);
}

typedef struct TaskClass {
    uint64_t site;
    VEC(Task *) tasks;  /* in the queue, the oldest first */
    uint64_t work;      /* of the first run of each of its tasks that were taken */
    uint64_t most_gain; /* of those in the queue */
} TaskClass;

struct Workers {
    pthread_mutex_t lock; /* of the queue */
    pthread_cond_t changed;
    SearchOrder order;
    uint64_t random;
    VEC(TaskClass) classes;
    Index by_site;
    size_t queued;     /* tasks of all classes */
    VEC(Task *) given; /* all tasks given and not yet taken back */
    atomic_int hungry; /* number of waiting workers minus number of queued tasks */
    atomic_bool stop;
    atomic_ullong traces, events;
};

Workers *workers_new(SearchOrder order, uint64_t seed) {
    Workers *w = xcalloc(1, sizeof *w);
    w->order = order;
    w->random = seed;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    return w;
}

void workers_free(Workers *w) {
    if (!w) return;
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->changed);
    for (size_t k = 0; k < w->classes.len; k++) vec_free(&w->classes.data[k].tasks);
    vec_free(&w->classes);
    index_free(&w->by_site);
    /* After a stop, nobody takes the remaining tasks back. */
    for (size_t k = 0; k < w->given.len; k++) task_free(w->given.data[k]);
    vec_free(&w->given);
    free(w);
}

SearchOrder search_order_named(const char *name) {
    static const char *const names[] = {"dfs", "bfs", "random", "coverage"};
    for (unsigned k = 0; name && k < ARRAY_LEN(names); k++)
        if (!strcmp(names[k], name)) return (SearchOrder)k;
    return SEARCH_DFS;
}

SearchOrder workers_order(const Workers *w) { return w ? w->order : SEARCH_DFS; }
bool workers_stopped(const Workers *w) {
    return atomic_load_explicit(&w->stop, memory_order_relaxed);
}
bool workers_hungry(const Workers *w) {
    return atomic_load_explicit(&w->hungry, memory_order_relaxed) > 0;
}

uint64_t workers_tell_trace(Workers *w) { return atomic_fetch_add(&w->traces, 1) + 1; }
void workers_tell_events(Workers *w, uint64_t more) { atomic_fetch_add(&w->events, more); }

void workers_told(Workers *w, uint64_t *traces, uint64_t *events) {
    *traces = atomic_load(&w->traces);
    *events = atomic_load(&w->events);
}

void workers_stop(Workers *w) {
    pthread_mutex_lock(&w->lock);
    atomic_store(&w->stop, true);
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

void workers_finished(Workers *w, Task *t) {
    pthread_mutex_lock(&w->lock);
    invariant(!t->finished);
    t->finished = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

bool workers_has_finished(Workers *w, const Task *t) {
    pthread_mutex_lock(&w->lock);
    bool finished = t->finished;
    pthread_mutex_unlock(&w->lock);
    return finished;
}

/* The class of a task. With search by coverage, tasks that leave their runs at one site are a
 * class, and the classes take turns (class-uniform path analysis: Bucur, Kinder, Candea,
 * "Prototyping Symbolic Execution Engines for Interpreted Languages", ASPLOS 2014). In
 * other orders all tasks are of one class. */
static TaskClass *class_of(Workers *w, const Task *t) {
    uint64_t site = w->order == SEARCH_COVERAGE ? t->site : 0;
    uint32_t k = index_find(&w->by_site, site, n, w->classes.data[n].site == site);
    if (k != INDEX_NONE) return &w->classes.data[k];
    TaskClass new = {.site = site};
    index_add(&w->by_site, site, (uint32_t)w->classes.len);
    vec_push(&w->classes, new);
    return &vec_last(&w->classes);
}

/* The class whose runs took the least work; among equals that of the task with the most gain. So a
 * loop that has most of the tasks does not keep the others waiting. */
static TaskClass *choose_class(Workers *w) {
    TaskClass *best = NULL;
    for (size_t k = 0; k < w->classes.len; k++) {
        TaskClass *x = &w->classes.data[k];
        if (!x->tasks.len) continue;
        bool even = best && x->work == best->work;
        if (!best || x->work < best->work || (even && x->most_gain > best->most_gain)) best = x;
    }
    return best;
}

/* Index of the next task of a class; the oldest among equals. */
static size_t choose_task(Workers *w, const TaskClass *x) {
    size_t best = 0;
    if (w->order == SEARCH_RANDOM) return random_next(&w->random) % x->tasks.len;
    for (size_t k = 1; k < x->tasks.len; k++) {
        const Task *t = x->tasks.data[k], *b = x->tasks.data[best];
        if (w->order == SEARCH_BFS ? t->prefix.len < b->prefix.len
                                   : w->order == SEARCH_COVERAGE && t->gain > b->gain)
            best = k;
    }
    return best;
}

static Task *take_next(Workers *w) {
    TaskClass *x = choose_class(w);
    size_t k = choose_task(w, x);
    Task *t = x->tasks.data[k];
    memmove(x->tasks.data + k, x->tasks.data + k + 1, (x->tasks.len - k - 1) * sizeof t);
    x->tasks.len--;
    x->work++; /* what its run takes is told later */
    x->most_gain = 0;
    for (size_t j = 0; j < x->tasks.len; j++)
        x->most_gain = MAX(x->most_gain, x->tasks.data[j]->gain);
    w->queued--;
    return t;
}

/* Invariant: each queued task was given and not taken back, occurs once, and is not finished. */
static void check_tasks(const Workers *w) {
    size_t queued = 0;
    for (size_t c = 0; c < w->classes.len; c++) {
        const TaskClass *x = &w->classes.data[c];
        queued += x->tasks.len;
        for (size_t k = 0; k < x->tasks.len && k < 100; k++) {
            bool given = false;
            invariant(!x->tasks.data[k]->finished && x->tasks.data[k]->gain <= x->most_gain);
            for (size_t j = 0; j < w->given.len && !given; j++)
                given = w->given.data[j] == x->tasks.data[k];
            invariant(given);
            for (size_t j = 0; j < k; j++) invariant(x->tasks.data[j] != x->tasks.data[k]);
        }
    }
    invariant(queued == w->queued && queued <= w->given.len);
}

void workers_give(Workers *w, Task *t) {
    pthread_mutex_lock(&w->lock);
    TaskClass *x = class_of(w, t);
    vec_push(&x->tasks, t);
    x->most_gain = MAX(x->most_gain, t->gain);
    w->queued++;
    vec_push(&w->given, t);
    atomic_fetch_sub(&w->hungry, 1);
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

void workers_tell_work(Workers *w, const Task *t, uint64_t work) {
    pthread_mutex_lock(&w->lock);
    class_of(w, t)->work += work;
    pthread_mutex_unlock(&w->lock);
}

/* Takes a task from the queue, or waits for one. NULL once `until` (may be NULL) is finished or
 * everything stops. */
static Task *workers_take_task(Workers *w, const Task *until) {
    Task *t = NULL;
    pthread_mutex_lock(&w->lock);
    bool waiting = false;
    while (!(until && until->finished) && !atomic_load(&w->stop)) {
        if (w->queued) {
            if (unlikely(base_invariants)) check_tasks(w);
            t = take_next(w);
            atomic_fetch_add(&w->hungry, 1);
            break;
        }
        if (!waiting) atomic_fetch_add(&w->hungry, 1);
        waiting = true;
        pthread_cond_wait(&w->changed, &w->lock);
    }
    if (waiting) atomic_fetch_sub(&w->hungry, 1);
    pthread_mutex_unlock(&w->lock);
    return t;
}

bool workers_wait(Workers *w, Task *t, void (*work)(void *context, Task *t), void *context) {
    for (Task *other; (other = workers_take_task(w, t));) work(context, other);
    return !workers_stopped(w);
}

void workers_serve(Workers *w, void (*work)(void *context, Task *t), void *context) {
    for (Task *t; (t = workers_take_task(w, NULL));) work(context, t);
}

void workers_taken_back(Workers *w, Task *t) {
    pthread_mutex_lock(&w->lock);
    for (size_t k = 0; k < w->given.len; k++)
        if (w->given.data[k] == t) {
            w->given.data[k] = w->given.data[--w->given.len];
            break;
        }
    pthread_mutex_unlock(&w->lock);
    task_free(t);
}
