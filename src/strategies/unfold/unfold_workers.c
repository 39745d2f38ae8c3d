/*
 * unfold_workers.c — one or several workers cover the events of one unfolding. Each worker has its
 * own machine, expressions and path. They share the prefix and the work: targets to execute, events
 * whose extensions must be searched for, and parts that the first worker hands out.
 *
 * Execution and search run in parallel, since a run only adds events to the prefix, and a search
 * considers only events that were linked before. Events are linked while no search is active.
 * Without cut-offs they are linked only after the runs that met them: a search relies on their
 * successors in their threads.
 *
 * The exploration is over once no work is left and no worker is busy: only busy workers find new
 * work.
 */
#include "strategies/unfold/unfold.h"
#include <stdlib.h>
#include <time.h>

typedef enum JobKind { JOB_SEARCH, JOB_PARTS, JOB_TARGET } JobKind;

/* The work that a worker takes at a time. */
typedef struct Job {
    JobKind kind;
    size_t first, n; /* of what was linked; of the parts */
    Parts parts;
    Target target;
} Job;

/* --- waiting ---------------------------------------------------------------------------------- */

/* The time that a worker waits before it checks the limits. */
#define WAIT_NS 50000000

static void wake(Explored *all) {
    if (all->waiting || all->growing) pthread_cond_broadcast(&all->changed);
}

static void wait_a_moment(Unfold *u) {
    Explored *all = u->all;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += WAIT_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    all->waiting++;
    pthread_cond_timedwait(&all->changed, &all->lock, &until);
    all->waiting--;
}

void unfold_await_growth(Unfold *u) {
    Explored *all = u->all;
    all->growing++;
    while (all->searching) pthread_cond_wait(&all->changed, &all->lock);
    all->growing--;
    wake(all);
}

/* --- the work --------------------------------------------------------------------------------- */

/* The number of events and parts taken at a time: large enough to take the lock rarely, small
 * enough that all workers have work until the end. */
#define MOST_SEARCHES 16
#define MOST_PARTS 64

static size_t explored_share(const Explored *all, size_t left, size_t most) {
    return MIN(MAX(left / (2 * MAX(all->workers.len, 1)), 1), most);
}

/* Links all events that were met by finished runs. */
static void link_known(Explored *all) {
    Prefix *p = &all->prefix;
    size_t end = p->events.len;
    for (size_t k = 0; k < all->workers.len; k++) {
        PrefixId since = all->workers.data[k]->since;
        if (since) end = MIN(end, since);
    }
    while (p->linked.len + 1 < end) prefix_link(p, (PrefixId)p->linked.len + 1);
}

static bool take_search(Unfold *u, Job *job) {
    Explored *all = u->all;
    if (all->growing) return false;
    if (all->open && !all->order && !all->searching && all->searched == all->prefix.linked.len)
        link_known(all);
    size_t left = all->prefix.linked.len - all->searched;
    if (!left) return false;
    *job = (Job){
        .kind = JOB_SEARCH, .first = all->searched, .n = explored_share(all, left, MOST_SEARCHES)};
    all->searched += job->n;
    all->searching++;
    invariant(all->searched <= all->prefix.linked.len);
    unfold_look(u);
    if (job->n < left) wake(all);
    return true;
}

static bool take_parts(Unfold *u, Job *job) {
    Parts *p = &u->all->parts;
    size_t left = p->n - p->next;
    if (!left) return false;
    *job = (Job){.kind = JOB_PARTS,
                 .parts = *p,
                 .first = p->next,
                 .n = explored_share(u->all, left, MOST_PARTS)};
    p->next += job->n;
    invariant(p->next <= p->n);
    return true;
}

static size_t count_targets(const Unfold *u) { return u->targets.len - u->first; }

void unfold_push(Unfold *u, const Target *t) {
    unfold_enter(u);
    vec_push(&u->targets, *t);
    u->all->ntargets++;
    wake(u->all);
    unfold_leave(u);
}

/* The targets that there are stand with one worker each. */
static void check_targets(const Explored *all) {
    size_t n = 0;
    for (size_t k = 0; k < all->workers.len; k++) n += count_targets(all->workers.data[k]);
    invariant(n == all->ntargets);
}

/* A worker that has no targets takes half of those of the one that has the most, the oldest: what
 * it finds from there on is its own. */
static void take_half(Unfold *u) {
    Explored *all = u->all;
    Unfold *from = u;
    for (size_t k = 0; k < all->workers.len; k++)
        if (count_targets(all->workers.data[k]) > count_targets(from)) from = all->workers.data[k];
    size_t n = (count_targets(from) + 1) / 2;
    u->targets.len = u->first = 0;
    for (size_t k = 0; k < n; k++) vec_push(&u->targets, from->targets.data[from->first + k]);
    from->first += n;
    /* There are targets, and somebody has them. */
    invariant(n && from != u && from->first <= from->targets.len);
    if (unlikely(base_invariants)) check_targets(all);
}

/* How many of the newest targets are looked at for one that promises coverage. */
#define MANY 64

/* The target of a worker that comes next in the order that is wanted. */
static Target next_target(Unfold *u) {
    size_t n = count_targets(u), k = u->targets.len - 1;
    SearchOrder search = u->all->search;
    Target *all = u->targets.data;
    u->all->ntargets--;
    if (search == SEARCH_BFS) return all[u->first++];
    if (search == SEARCH_RANDOM && n) k = u->first + campaign_random(u->c) % n;
    /* Whoever found them is together in the list. */
    for (size_t tried = 0; search == SEARCH_COVERAGE && tried < MANY && tried < n; tried++)
        if (all[u->targets.len - 1 - tried].promising) {
            k = u->targets.len - 1 - tried;
            break;
        }
    Target t = all[k];
    all[k] = vec_pop(&u->targets);
    return t;
}

void unfold_offer_own(Unfold *u, TargetOffers *to) {
    for (size_t k = u->targets.len; k > u->first && unfold_offer(u, to, &u->targets.data[k - 1]);
         k--) {}
}

static bool take_target(Unfold *u, Job *job) {
    Explored *all = u->all;
    while (all->open && all->ntargets) {
        if (!count_targets(u)) take_half(u);
        Target t = next_target(u);
        if (t.name && prefix_find(&all->prefix, t.name)) {
            target_free(&t);
            continue;
        }
        *job = (Job){.kind = JOB_TARGET, .target = t};
        u->since = (PrefixId)all->prefix.events.len;
        return true;
    }
    return false;
}

/* Takes something to do, or waits for it. False where everything is to stop; for the first worker
 * where nothing is left, for others where it is all over. */
static bool unfold_take_job(Unfold *u, Job *job) {
    Explored *all = u->all;
    bool first = u->c->is_root;
    while (!campaign_stop(u->c)) {
        unfold_enter(u);
        bool any = take_search(u, job) || take_parts(u, job) || take_target(u, job);
        bool end = !any && (first ? !all->busy : all->over);
        if (any) all->busy++;
        if (!any && !end) wait_a_moment(u);
        unfold_leave(u);
        if (any || end) return any;
    }
    return false;
}

static void unfold_search(Unfold *u, const Job *job) {
    double since = time_wall();
    for (size_t k = 0; k < job->n; k++)
        prefix_search(&u->view, u->view.linked.data[job->first + k]);
    u->extending += time_wall() - since;
}

static void unfold_execute_target(Unfold *u, Target *t) {
    if (u->all->search == SEARCH_COVERAGE) u->covered = machine_branches_covered(u->run->machine);
    unfold_execute(u, t);
    target_free(t);
}

static void work(Unfold *u) {
    Explored *all = u->all;
    for (Job job; unfold_take_job(u, &job);) {
        switch (job.kind) {
        case JOB_SEARCH: unfold_search(u, &job); break;
        case JOB_PARTS:
            for (size_t k = 0; k < job.n && !campaign_stop(u->c); k++)
                job.parts.work(u, job.parts.context, job.first + k);
            break;
        case JOB_TARGET: unfold_execute_target(u, &job.target);
        }
        unfold_enter(u);
        u->since = 0;
        all->busy--;
        all->searching -= job.kind == JOB_SEARCH;
        wake(all);
        unfold_leave(u);
    }
}

/* --- the first worker ------------------------------------------------------------------------- */

void unfold_drain(Unfold *u) {
    Explored *all = u->all;
    work(u);
    unfold_enter(u);
    all->open = false;
    all->parts = (Parts){0};
    while (all->busy) wait_a_moment(u);
    unfold_leave(u);
}

void unfold_execute_targets(Unfold *u) {
    unfold_enter(u);
    u->all->open = true;
    wake(u->all);
    unfold_leave(u);
    unfold_drain(u);
}

void unfold_share(Unfold *u, const Parts *parts) {
    unfold_enter(u);
    u->all->parts = *parts;
    if (parts->n > 1) wake(u->all);
    unfold_leave(u);
    unfold_drain(u);
}

/* --- coming and going ------------------------------------------------------------------------- */

/* The work of one step of a search, and the number of steps after which limits are looked at. */
#define SEARCH_STEP_WORK 50
#define SEARCH_STEPS 1024

static bool unfold_is_stopped(void *context) {
    Unfold *u = context;
    u->c->search_work += SEARCH_STEP_WORK;
    if (!(++u->searched % SEARCH_STEPS)) campaign_stop(u->c);
    return u->c->halt || watch_over(u->c->shared->watch) ||
           (u->c->shared->workers && workers_stopped(u->c->shared->workers));
}

/* A holder less; the last one takes it with it. */
static void explored_release(void *explored) {
    Explored *all = explored;
    pthread_mutex_lock(&all->lock);
    bool last = !--all->holders;
    pthread_mutex_unlock(&all->lock);
    if (!last) return;
    pthread_mutex_destroy(&all->lock);
    pthread_cond_destroy(&all->changed);
    free(all);
}

static Explored *explored_new(bool alone, SearchOrder search) {
    Explored *all = xcalloc(1, sizeof *all);
    pthread_condattr_t attr;
    pthread_mutexattr_t kind;
    all->alone = alone;
    all->holders = 1;
    all->search = search;
    /* It is held for a moment only: going to sleep takes longer than that. */
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ADAPTIVE_NP);
    pthread_mutex_init(&all->lock, &kind);
    pthread_mutexattr_destroy(&kind);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&all->changed, &attr);
    pthread_condattr_destroy(&attr);
    return all;
}

static void come(Unfold *u, Campaign *c, Explored *all) {
    *u = (Unfold){.c = c, .run = c->run, .all = all};
    scratch_init(&u->scratch);
    c->slice = unfold_on_slice;
    c->slice_context = u;
}

/* With the lock held: what a worker has not shared goes. */
static void go(Unfold *u) {
    Explored *all = u->all;
    for (size_t k = 0; k < all->workers.len; k++)
        if (all->workers.data[k] == u) {
            all->workers.data[k] = vec_pop(&all->workers);
            break;
        }
    all->ntargets -= count_targets(u);
    for (size_t k = u->first; k < u->targets.len; k++) target_free(&u->targets.data[k]);
    all->extending += u->extending;
    vec_free(&u->targets);
    vec_free(&u->path);
    u->c->slice = NULL;
    wake(all);
}

void unfold_begin(Unfold *u, Campaign *c) {
    unsigned others =
        c->shared->workers ? (unsigned)MAX(c->shared->options->explore.jobs, 1) - 1 : 0;
    Explored *all = explored_new(!others, search_order_named(c->shared->options->explore.search));
    come(u, c, all);
    prefix_init(&all->prefix, &u->scratch);
    all->prefix.alone = all->alone;
    all->prefix.contextual = c->run->history.contextual;
    all->prefix.context = u;
    all->prefix.found = unfold_found;
    all->prefix.met = unfold_met;
    all->prefix.stopped = unfold_is_stopped;
    vec_push(&all->workers, u);
    if (c->shared->known) {
        all->order = order_new();
        order_join(u);
    }
    all->holders += others;
    for (unsigned k = 0; k < others; k++) {
        Task *invitation = xcalloc(1, sizeof *invitation);
        invitation->payload = all;
        invitation->free_payload = explored_release;
        workers_give(c->shared->workers, invitation);
    }
}

void unfold_end(Unfold *u, CampaignStats *s) {
    Explored *all = u->all;
    unfold_enter(u);
    all->over = true;
    wake(all);
    while (all->workers.len > 1) wait_a_moment(u);
    go(u);
    unfold_leave(u);
    if (all->order) order_leave(u);
    s->prefix_events = all->prefix.events.len - 1;
    s->prefix_bytes = prefix_bytes(&all->prefix);
    s->extension_seconds = all->extending;
    order_free(all->order);
    hash_set_free(&all->wanted);
    hash_set_free(&all->paired);
    prefix_free(&all->prefix);
    vec_free(&all->workers);
    scratch_free(&u->scratch);
    explored_release(all);
}

/* A worker accepts an invitation. One that comes too late finds that it is over. */
static void take_part(void *campaign, Task *invitation) {
    Campaign *c = campaign;
    Unfold u;
    come(&u, c, invitation->payload);
    unfold_enter(&u);
    bool over = u.all->over;
    if (!over) vec_push(&u.all->workers, &u);
    unfold_leave(&u);
    if (!over) {
        if (u.all->order) order_join(&u);
        work(&u);
        if (u.all->order) order_leave(&u);
    }
    unfold_enter(&u);
    go(&u);
    unfold_leave(&u);
    scratch_free(&u.scratch);
    workers_finished(c->shared->workers, invitation);
}

void unfold_serve(Campaign *c) { workers_serve(c->shared->workers, take_part, c); }
