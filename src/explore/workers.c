/* workers.c — see workers.h. */
#include "explore/workers.h"
#include <stdatomic.h>
#include <stdlib.h>

static void task_free(Task *t) {
    if (t->free_payload) t->free_payload(t->payload);
    vec_free(&t->prefix);
    free(t);
}

struct Workers {
    pthread_mutex_t lock; /* of the queue */
    pthread_cond_t changed;
    SearchOrder order;
    uint64_t random;
    VEC(Task *) queue;
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
    vec_free(&w->queue);
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

void workers_give(Workers *w, Task *t) {
    pthread_mutex_lock(&w->lock);
    vec_push(&w->queue, t);
    vec_push(&w->given, t);
    atomic_fetch_sub(&w->hungry, 1);
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

/* Index of the next task in the queue; the oldest among equals. */
static size_t workers_choose(Workers *w) {
    size_t best = 0;
    if (w->order == SEARCH_RANDOM) return random_next(&w->random) % w->queue.len;
    for (size_t k = 1; k < w->queue.len; k++) {
        const Task *t = w->queue.data[k], *b = w->queue.data[best];
        if (w->order == SEARCH_BFS ? t->prefix.len < b->prefix.len
                                   : w->order == SEARCH_COVERAGE && t->gain > b->gain)
            best = k;
    }
    return best;
}

/* Invariant: each queued task was given and not taken back, occurs once, and is not finished. */
static void check_tasks(const Workers *w) {
    invariant(w->queue.len <= w->given.len);
    for (size_t k = 0; k < w->queue.len && k < 100; k++) {
        bool given = false;
        invariant(!w->queue.data[k]->finished);
        for (size_t j = 0; j < w->given.len && !given; j++)
            given = w->given.data[j] == w->queue.data[k];
        invariant(given);
        for (size_t j = 0; j < k; j++) invariant(w->queue.data[j] != w->queue.data[k]);
    }
}

/* Takes a task from the queue, or waits for one. NULL once `until` (may be NULL) is finished or
 * everything stops. */
static Task *workers_take_task(Workers *w, const Task *until) {
    Task *t = NULL;
    pthread_mutex_lock(&w->lock);
    bool waiting = false;
    while (!(until && until->finished) && !atomic_load(&w->stop)) {
        if (w->queue.len) {
            if (unlikely(base_invariants)) check_tasks(w);
            size_t k = workers_choose(w);
            t = w->queue.data[k];
            memmove(w->queue.data + k, w->queue.data + k + 1, (w->queue.len - k - 1) * sizeof t);
            w->queue.len--;
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
