/*
 * sequential_guide.c — replays a failing run of the sequential program in the program itself: the
 * initialisation by main, then the events of the two threads in the order that was found.
 *
 * In the first run every access of the threads is a step, and each event is found by its place in
 * the source; its findings are never reported. Memory that threads turn out to share is visible in
 * the second run. It takes the same steps as far as they are steps there, and its finding is
 * reported like any other.
 */
#include "strategies/sequential/sequential.h"
#include <stdlib.h>

/* --- steps ------------------------------------------------------------------------------------ */

static const Thread *guide_ready_thread(const Run *r, int slot) {
    const Thread *t =
        slot >= 0 && (uint32_t)slot < r->machine->nslots ? r->machine->threads[slot] : NULL;
    return t && t->status == THREAD_READY && t->pending.kind != OPERATION_NONE ? t : NULL;
}

/* Limits the steps of the first run, in which a thread may spin. */
enum { MOST_STEPS = 1 << 20 };

/* Lets a thread execute one operation with the outcome that the model gives. False if it cannot. */
static bool advance(Guide *g, int slot) {
    Run *r = g->scout;
    const Thread *t = guide_ready_thread(r, slot);
    uint32_t outcomes[MAX_OUTCOMES];
    if (!t || campaign_stop(g->c) || g->steps.len >= MOST_STEPS ||
        !operation_enabled(r->machine, slot))
        return false;
    const Operation *o = &t->pending;
    GuidedStep s = {
        .thread = slot, .kind = o->kind, .size = o->size, .object = o->object, .place = SIZE_MAX};
    if (operation_on_memory(o)) s.extent = operation_extent(o);
    unsigned n = run_outcomes(r, slot, outcomes);
    /* The last outcome is the spurious one. */
    bool last = g->spurious && !g->late && o->kind == OPERATION_WAIT;
    for (unsigned k = 0; k < n; k++) {
        s.outcome = outcomes[last ? n - 1 - k : k];
        if (!run_step(r, slot, s.outcome)) continue;
        s.created = vec_last(&r->history.path)->action.op.target;
        vec_push(&g->steps, s);
        if (s.kind == OPERATION_CREATE) vec_push(&g->children, s.created);
        return true;
    }
    return false;
}

/* The slot of a thread, by its number; -1: it was not created yet. */
static int child(const Guide *g, unsigned number) {
    if (!number) return 0;
    return number <= g->children.len ? g->children.data[number - 1] : -1;
}

static bool has_ended(const Guide *g, int slot) {
    const Thread *t = slot >= 0 ? g->scout->machine->threads[slot] : NULL;
    return t && t->status == THREAD_EXITED;
}

/* Whether the initialisation is over: the thread of this number, which goes on, is one of the two,
 * and the other one was created. Of two others, main has to wait, too: see initialise. */
static bool has_begun(const Guide *g, const Plan *p, unsigned number) {
    if (!p->begun || (number != p->reader && number != p->writer)) return false;
    return child(g, number == p->reader ? p->writer : p->reader) >= 0;
}

static bool runs_at_join(const Guide *g, const Plan *p, int target) {
    for (unsigned k = 1; k < PLAN_THREADS; k++)
        if (p->before[k] == 2 && child(g, k) == target) return true;
    return false;
}

typedef enum Course { COURSE_STAYS, COURSE_ENDED, COURSE_BEGUN, COURSE_LOST } Course;

static unsigned number_at(const Guide *g, int slot) {
    for (unsigned k = 0; k < g->children.len; k++)
        if (g->children.data[k] == slot) return k + 1;
    return 0;
}

static Course run_before(Guide *g, const Plan *p, unsigned number);

/* A thread that has to run to its end before this one goes on. Whether it did. */
static Course run_first(Guide *g, const Plan *p, unsigned number) {
    Course c = run_before(g, p, number);
    return c == COURSE_STAYS ? COURSE_LOST : c;
}

/* Runs a thread of the initialisation until it waits for one that does not run then (COURSE_STAYS),
 * to its end, or until the initialisation is over. Threads that it creates or joins run as planned.
 * COURSE_LOST: something is not as it was in the sequential program. */
static Course run_before(Guide *g, const Plan *p, unsigned number) {
    Run *r = g->scout;
    int slot = child(g, number);
    const Thread *t;
    while ((t = guide_ready_thread(r, slot)) && !g->failed) {
        uint8_t kind = t->pending.kind;
        if (!number && (kind == OPERATION_PROCESS_EXIT || kind == OPERATION_EXIT ||
                        kind == OPERATION_WAIT || kind == OPERATION_ARRIVE))
            return COURSE_STAYS;
        if (kind == OPERATION_JOIN) {
            int target = t->pending.target;
            Course c = COURSE_ENDED;
            if (!has_ended(g, target) && !runs_at_join(g, p, target)) return COURSE_STAYS;
            if (!has_ended(g, target)) c = run_first(g, p, number_at(g, target));
            if (c != COURSE_ENDED) return c;
            if (has_begun(g, p, number)) return COURSE_BEGUN;
        }
        size_t created = g->children.len;
        if (!advance(g, slot)) break;
        if (g->children.len == created) continue;
        if (created + 1 == p->failing) g->failing = vec_last(&g->children);
        if (created + 1 < PLAN_THREADS && p->before[created + 1] == 1) {
            Course c = run_first(g, p, (unsigned)created + 1);
            if (c != COURSE_ENDED) return c;
        }
        if (has_begun(g, p, number)) return COURSE_BEGUN;
    }
    return g->failed ? COURSE_LOST : has_ended(g, slot) ? COURSE_ENDED : COURSE_STAYS;
}

/* Runs main until the two threads begin: where it, or one of the two, has created the other one, or
 * where it waits for one of them or ends. False if that is impossible. */
static bool initialise(Guide *g, const Plan *p) {
    Course c = run_before(g, p, 0);
    for (unsigned k = 1; k < PLAN_THREADS && c == COURSE_STAYS; k++)
        if (p->before[k] == 3) c = run_first(g, p, k);
    return c == COURSE_BEGUN || (c == COURSE_STAYS && p->begun && p->reader && p->writer &&
                                 g->children.len >= MAX(p->reader, p->writer));
}

/* --- events ----------------------------------------------------------------------------------- */

static const char *guide_file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Whether a thread stands before an operation on the memory of an event; where that is not known,
 * at its place in the source (of which optimised code may have lost sight). */
static bool stands_at(const Run *r, const Thread *t, const PlannedEvent *e) {
    if (e->kind == HEDDLE_SEQ_SECTION) return t->pending.kind == OPERATION_SECTION;
    if (e->kind == HEDDLE_SEQ_JOIN) return t->pending.kind == OPERATION_JOIN;
    bool waits = t->pending.kind == OPERATION_WAIT, wakes = t->pending.kind == OPERATION_WAKE;
    uint64_t object = waits || wakes ? t->pending.mutex : t->pending.object,
             at = object_address(object), size = MAX(t->pending.size, 1);
    if ((waits && e->kind != HEDDLE_SEQ_RELEASE) || (wakes && e->kind != HEDDLE_SEQ_ACQUIRE))
        return false;
    if (e->address) return at < e->address + e->size && e->address < at + size;
    bool access = e->kind == HEDDLE_SEQ_READ || e->kind == HEDDLE_SEQ_WRITE;
    if (at < REGION_BASE || (access && (e->size > 8 ? size > e->size : size != e->size)))
        return false;
    const Loc *l = &r->machine->program->locs[t->pending.loc];
    /* Instructions that the optimiser made of several have no column. */
    if (!l->column && access) return true;
    return l->line == e->line && l->column == e->column &&
           !strcmp(guide_file_name(l->file), guide_file_name(e->file));
}

static bool in_library(const Thread *t) { return t->frames[t->top].function->library; }

static bool is_access_kind(unsigned kind) {
    return kind == OPERATION_LOAD || kind == OPERATION_STORE || kind == OPERATION_RMW;
}

/* Whether an operation of the program's own code is (part of) an event. */
static bool is_part_of_planned(const Operation *o, const PlannedEvent *e) {
    switch (e->kind) {
    case HEDDLE_SEQ_READ: return o->kind == OPERATION_LOAD || o->kind == OPERATION_RMW;
    case HEDDLE_SEQ_WRITE: return o->kind == OPERATION_STORE || o->kind == OPERATION_RMW;
    case HEDDLE_SEQ_FREE: return o->kind == OPERATION_FREE;
    case HEDDLE_SEQ_SECTION: return o->kind == OPERATION_SECTION;
    default: return !is_access_kind(o->kind);
    }
}

/* What a thread did ahead at the place of its newest event. */
typedef struct Progress {
    const PlannedEvent *at;
    uint64_t read, written; /* bytes that count for events to come */
    bool call;              /* it was a call into a library, as a whole */
    bool section;           /* it was an atomic section, as a whole */
    size_t step, last;
} Progress;

static bool same_planned_place(const PlannedEvent *a, const PlannedEvent *b) {
    return a && a->line == b->line && a->column == b->column && !strcmp(a->file, b->file);
}

/* Whether an event begins a call: another one at the same place is another call. */
static bool begins_call(const PlannedEvent *e) {
    return e->kind == HEDDLE_SEQ_ACQUIRE || e->kind == HEDDLE_SEQ_ACQUIRE_SHARED ||
           e->kind == HEDDLE_SEQ_BUSY;
}

/* Whether an event is part of what its thread did already: the other half of a read-modify-write or
 * of a copy, or of the same call. */
static bool planned_is_done(Progress *p, PlannedEvent *e) {
    if (p->section && e->glued) {
        e->step = p->step;
        e->last = p->last;
        return true;
    }
    p->section = false;
    if (!same_planned_place(p->at, e) || begins_call(e)) *p = (Progress){.at = NULL};
    if (!p->at) return false;
    uint64_t *bytes = e->kind == HEDDLE_SEQ_READ ? &p->read : &p->written;
    bool done = p->call ||
                ((e->kind == HEDDLE_SEQ_READ || e->kind == HEDDLE_SEQ_WRITE) && *bytes >= e->size);
    if (done && !p->call) *bytes -= e->size;
    if (done) {
        e->step = p->step;
        e->last = p->last;
    }
    return done;
}

/* Leads a thread through its next event. */
static bool follow_event(Guide *g, Progress *p, PlannedEvent *e, int slot) {
    Run *r = g->scout;
    if (planned_is_done(p, e)) return true;
    bool same = p->at != NULL;
    p->at = e;
    if (!same) p->read = p->written = 0;
    p->call = false;
    for (const Thread *t; (t = guide_ready_thread(r, slot)) && !g->failed;) {
        if (t->pending.kind == OPERATION_TIMEOUT) return false; /* nobody notified it */
        bool here = stands_at(r, t, e), library = in_library(t);
        uint8_t kind = t->pending.kind, size = t->pending.size;
        /* A call looks at the object of a lock before it does anything to it. */
        bool memory = e->kind <= HEDDLE_SEQ_FREE;
        bool part = here && ((library && memory) || is_part_of_planned(&t->pending, e));
        size_t step = g->steps.len;
        uint32_t loc = t->pending.loc;
        if (!advance(g, slot)) return false;
        if (!part) continue;
        if (e->step == SIZE_MAX) e->step = p->step = step;
        e->last = p->last = step;
        if (e->kind == HEDDLE_SEQ_SECTION) {
            /* Other operations than accesses are steps of their own within. */
            while ((t = guide_ready_thread(r, slot)) && t->section && !g->failed)
                if (!advance(g, slot)) return false;
            p->section = true;
            e->last = p->last = g->steps.len - 1;
            return true;
        }
        if (kind == OPERATION_WAIT) return true; /* that the call ends is another event */
        if (library) {
            /* The rest of the call belongs to it. What does the same to an object is another one.
             */
            while ((t = guide_ready_thread(r, slot)) && t->pending.loc == loc && in_library(t) &&
                   (t->pending.kind != kind || is_access_kind(kind)) && !g->failed)
                if (!advance(g, slot)) return false;
            p->call = kind != OPERATION_WAKE;
            e->last = p->last = g->steps.len - 1;
            return true;
        }
        if (kind == OPERATION_LOAD || kind == OPERATION_RMW) p->read += size;
        if (kind == OPERATION_STORE || kind == OPERATION_RMW) p->written += size;
        if (e->kind != HEDDLE_SEQ_READ && e->kind != HEDDLE_SEQ_WRITE) return true;
        if (planned_is_done(p, e)) return true;
    }
    return false;
}

/* Whether a thread waits to be notified, or for the mutex that it gave back then. */
static bool guide_sleeps(const Run *r, int slot) {
    const Thread *t = guide_ready_thread(r, slot);
    return t && (t->pending.kind == OPERATION_TIMEOUT ||
                 (t->pending.kind == OPERATION_WAKE && !operation_enabled(r->machine, slot)));
}

/* Whether a thread has waited, and the time was over. */
static bool planned_is_late(const PlannedEvent *e) {
    return e->kind == HEDDLE_SEQ_ACQUIRE && e->size == HEDDLE_SEQ_LATE;
}

/* A thread that waits up to a time which will be over: it is over before anybody notifies it. */
static void time_passes(Guide *g, const PlannedEvent *e, int slot) {
    const Thread *t = guide_ready_thread(g->scout, slot);
    bool waits = t && t->pending.kind == OPERATION_TIMEOUT;
    if (g->late && waits && e->kind == HEDDLE_SEQ_RELEASE && !g->failed) advance(g, slot);
}

/* The next event in the plan of the thread of event `k`, or of the other one; NULL: none. */
static const PlannedEvent *next_planned(const Plan *p, size_t k, bool other) {
    const PlannedEvent *e = &p->events.data[k];
    for (size_t j = k + 1; j < p->events.len; j++)
        if ((p->events.data[j].writer != e->writer) == other) return &p->events.data[j];
    return NULL;
}

/* Lets the other thread go on, up to its next event, until the one that takes its mutex again can.
 * `k`: the index of that event. */
static void be_notified(Guide *g, const Plan *p, size_t k, const int slot[2]) {
    bool writer = p->events.data[k].writer;
    const PlannedEvent *next = next_planned(p, k, true);
    const Thread *other = guide_ready_thread(g->scout, slot[writer]);
    if (planned_is_late(&p->events.data[k]) && other && other->pending.kind == OPERATION_TIMEOUT &&
        !advance(g, slot[writer]))
        return;
    g->slept |= guide_sleeps(g->scout, slot[writer]);
    while (guide_sleeps(g->scout, slot[writer]) &&
           (other = guide_ready_thread(g->scout, slot[!writer])) &&
           !(next && stands_at(g->scout, other, next)) && advance(g, slot[!writer])) {}
}

/* --- the first run ---------------------------------------------------------------------------- */

static void scout_fault(void *context, Run *r, const Fault *fault) {
    Guide *g = context;
    (void)r;
    if (!g->kind || g->failed || fault->thread != g->failing || strcmp(fault->kind, g->kind) != 0)
        return;
    g->failed = true;
    g->failed_at = fault->loc;
}

static void scout_says(void *context, const char *text) { (void)context, (void)text; }
static void scout_race(void *context, Run *r, const RaceAccess *a, const RaceAccess *b) {
    (void)context, (void)r, (void)a, (void)b;
}
static bool scout_interrupted(void *context) { return campaign_stop(((Guide *)context)->c); }

static void set_model(Run *r, const Model *model) {
    r->machine->model = model ? model_ref(model) : NULL;
    if (model) vec_push(&r->machine->models, r->machine->model);
}

static void start_scout(Guide *g, const Model *model) {
    Campaign *c = g->c;
    if (!g->scout) {
        RunHooks hooks = {.context = g,
                          .fault = scout_fault,
                          .race = scout_race,
                          .assumption = scout_says,
                          .incomplete = scout_says,
                          .warning = scout_says,
                          .interrupted = scout_interrupted};
        MachineOptions mo = campaign_machine_options(c->shared->options);
        mo.max_steps = 1u << 24;
        g->scout = run_new(c->shared->program, &mo, &hooks, c->pool, c->solver);
    }
    VisibleRange all = {GLOBALS_BASE + c->shared->program->readonly_size, MEMORY_LIMIT};
    run_undo(g->scout, 0);
    run_start(g->scout, &all, 1);
    set_model(g->scout, model);
    g->steps.len = g->children.len = 0;
    g->failed = false;
}

/* Makes the first run, in which everything is a step. Returns whether it failed as planned. */
static bool scout(Guide *g, Plan *p) {
    start_scout(g, p->model);
    g->failing = p->failing ? -1 : 0;
    if (!initialise(g, p)) return g->failed;
    for (size_t k = 0; k < p->events.len; k++)
        p->events.data[k].step = p->events.data[k].last = SIZE_MAX;
    int slot[2] = {child(g, p->reader), child(g, p->writer)};
    Progress progress[2] = {{0}, {0}};
    for (size_t k = 0; k < p->events.len; k++) {
        PlannedEvent *e = &p->events.data[k];
        Progress *of = &progress[e->writer];
        if (!g->failed && e->kind == HEDDLE_SEQ_ACQUIRE) be_notified(g, p, k, slot);
        while (!g->failed && e->kind == HEDDLE_SEQ_JOIN && !has_ended(g, slot[1]) &&
               advance(g, slot[1])) {}
        const PlannedEvent *next = next_planned(p, k, false);
        g->late = next && planned_is_late(next);
        if (g->failed)
            planned_is_done(of, e); /* the step that failed may be several events */
        else if (!follow_event(g, of, e, slot[e->writer]))
            return g->failed;
        time_passes(g, e, slot[e->writer]);
    }
    g->spurious = false; /* or it could go round for ever */
    while (!g->failed && advance(g, slot[0])) {}
    return g->failed;
}

/* --- shared memory ---------------------------------------------------------------------------- */

/* The accesses to a word, by thread. */
typedef struct WordUse {
    uint64_t word;
    size_t step;
    int32_t thread;
    uint8_t reads, writes;
} WordUse;
typedef VEC(WordUse) WordUses;

static int compare_uses(const void *a, const void *b) {
    const WordUse *x = a, *y = b;
    return x->word < y->word ? -1 : x->word > y->word;
}

static bool is_memory(const GuidedStep *s) {
    return is_access_kind(s->kind) || s->kind == OPERATION_FREE;
}

static void add_uses(WordUses *all, const GuidedStep *s, size_t step) {
    uint64_t end = s->object + MAX(s->extent, 1);
    for (uint64_t w = s->object >> 3; w <= (end - 1) >> 3; w++) {
        uint8_t mask = 0;
        for (uint64_t b = w << 3; b < (w + 1) << 3; b++)
            if (b >= s->object && b < end) mask |= (uint8_t)(1u << (b & 7));
        bool write = s->kind != OPERATION_LOAD;
        vec_push(all, ((WordUse){w, step, s->thread, mask, write ? mask : 0}));
    }
}

/* Finds the step at which each thread was created; `begun` has PLAN_THREADS elements, by slot. */
static void find_beginnings(const Guide *g, size_t *begun) {
    for (size_t k = 0; k < PLAN_THREADS; k++) begun[k] = 0;
    for (size_t k = 0; k < g->steps.len; k++) {
        const GuidedStep *s = &g->steps.data[k];
        if (s->kind == OPERATION_CREATE && s->created >= 0 && s->created < PLAN_THREADS)
            begun[s->created] = k;
    }
}

/* Bytes on which two accesses by different threads depend on each other; none where the one came
 * before the other one's thread began. */
static uint8_t conflict(const WordUse *a, const WordUse *b, const size_t *begun) {
    if (a->thread == b->thread) return 0;
    for (int k = 0; k < 2; k++) {
        const WordUse *x = k ? b : a, *y = k ? a : b;
        if (y->thread < PLAN_THREADS && x->step < begun[y->thread] && !x->thread) return 0;
    }
    return (uint8_t)((a->writes & b->reads) | (b->writes & a->reads));
}

/* What the writer has not done yet: it must not do it on its way to a later visible operation. */
static void run_on(Guide *g, const Plan *p) {
    enum { MOST = 20000 };
    if (!p->begun) return;
    for (unsigned k = 0; k < MOST && advance(g, child(g, p->writer)); k++) {}
}

/* Makes memory visible that several threads access, one of them writing. */
static void show_shared(Guide *g, const Plan *p) {
    WordUses all = {0};
    run_on(g, p);
    /* Accesses in atomic sections are no steps. */
    for (size_t k = 0; k < p->events.len; k++) {
        const PlannedEvent *e = &p->events.data[k];
        if (e->address && (e->kind == HEDDLE_SEQ_READ || e->kind == HEDDLE_SEQ_WRITE))
            campaign_show(g->c, e->address, e->address + e->size);
    }
    size_t begun[PLAN_THREADS];
    find_beginnings(g, begun);
    for (size_t k = 0; k < g->steps.len; k++)
        if (is_memory(&g->steps.data[k])) add_uses(&all, &g->steps.data[k], k);
    if (all.len) qsort(all.data, all.len, sizeof *all.data, compare_uses);
    for (size_t k = 0, end; k < all.len; k = end) {
        uint8_t mask = 0;
        for (end = k; end < all.len && all.data[end].word == all.data[k].word; end++)
            for (size_t j = k; j < end && mask != 255; j++)
                mask |= conflict(&all.data[j], &all.data[end], begun);
        for (unsigned b = 0; b < 8; b++)
            if (mask >> b & 1) {
                uint64_t at = (all.data[k].word << 3) + b;
                campaign_show(g->c, at, at + 1);
            }
    }
    vec_free(&all);
}

/* --- the second run --------------------------------------------------------------------------- */

/* The slot in the second run of a thread of the first run; -1: it does not exist there. */
static int second_slot(const Guide *g, int slot) {
    return slot >= 0 && (size_t)slot < g->slots.len ? g->slots.data[slot] : -1;
}

static void set_second_slot(Guide *g, int slot, int second) {
    int32_t none = -1;
    while (slot >= 0 && g->slots.len <= (size_t)slot) vec_push(&g->slots, none);
    if (slot >= 0) g->slots.data[slot] = second;
}

/* The place of an event in the schedule of the second run; SIZE_MAX: it has none. */
static size_t schedule_place(const Guide *g, const PlannedEvent *e) {
    size_t place = SIZE_MAX;
    int32_t thread = e->step < g->steps.len ? g->steps.data[e->step].thread : -1;
    for (size_t k = e->step; k <= e->last && k < g->steps.len && place == SIZE_MAX; k++)
        if (g->steps.data[k].thread == thread) place = g->steps.data[k].place;
    return place;
}

/* Adds to a finding of the second run the interferences that it needs. */
static void guide_describe(void *context, Finding *f) {
    Guide *g = context;
    const Plan *p = g->plan;
    const Machine *m = g->c->run->machine;
    const Loc *at = &m->program->locs[g->failed_at];
    int failing = second_slot(g, g->failing);
    if (failing < 0 || strcmp(f->kind, g->kind) != 0 ||
        strcmp(f->thread, m->slot_names[failing]) != 0 || f->place.line != at->line ||
        f->place.column != at->column)
        return;
    g->told = true;
    f->interferences = xcalloc(p->coupled + 1, sizeof *f->interferences);
    for (size_t k = 0; k < p->events.len && f->ninterferences < p->coupled; k++) {
        const PlannedEvent *e = &p->events.data[k];
        if (e->source < 0 || e->continued) continue;
        InterferenceReport i = {schedule_place(g, e),
                                schedule_place(g, &p->events.data[e->source])};
        if (i.load < f->nschedule && i.store < f->nschedule)
            f->interferences[f->ninterferences++] = i;
    }
}

/* Whether an operation is on the object of a step. Of what is partly visible only that part is
 * one. */
static bool is_same_object(const Operation *o, const GuidedStep *s) {
    uint64_t a = object_address(o->object), b = object_address(s->object);
    if (!is_memory(s)) return a == b;
    return a < b + MAX(s->size, 1) && b < a + MAX(o->size, 1);
}

/* Whether an operation of the first run may be none in the second: memory that is not visible
 * there, or was accessed as part of another step, and locks and output of files that one thread
 * uses. What is left out by mistake only makes the second run end without a finding. */
static bool may_be_missing(const GuidedStep *s) {
    return is_memory(s) || s->kind == OPERATION_SECTION || s->kind == OPERATION_LOCK ||
           s->kind == OPERATION_UNLOCK || s->kind == OPERATION_KERNEL;
}

/* A thread of the second run decides branches, as the model says, until it stands before something
 * else. */
static void decide_branches(Guide *g, int slot) {
    Run *r = g->c->run;
    uint32_t outcomes[MAX_OUTCOMES];
    for (const Thread *t; (t = guide_ready_thread(r, slot)) &&
                          t->pending.kind == OPERATION_BRANCH && !campaign_stop(g->c);) {
        unsigned n = run_outcomes(r, slot, outcomes), k = 0;
        while (k < n && !run_step(r, slot, outcomes[k])) k++;
        if (k == n) return;
    }
}

/* Takes the steps of the first run that are steps here, too. What is branched on depends on what is
 * visible: that is decided anew. */
static void guide_repeat(Guide *g) {
    Campaign *c = g->c;
    Run *r = c->run;
    size_t place = 0;
    run_undo(r, 0);
    run_start(r, c->visible.data, c->visible.len);
    set_model(r, g->plan->model);
    g->slots.len = 0;
    set_second_slot(g, 0, 0);
    for (size_t k = 0; k < g->steps.len && !campaign_stop(c) && !g->told; k++) {
        GuidedStep *s = &g->steps.data[k];
        int slot = second_slot(g, s->thread);
        if (s->kind == OPERATION_BRANCH) continue;
        decide_branches(g, slot);
        const Thread *t = guide_ready_thread(r, slot);
        bool same = t && t->pending.kind == s->kind && is_same_object(&t->pending, s);
        if (!same && may_be_missing(s)) continue;
        if (!same || !operation_enabled(r->machine, slot)) return;
        s->place = place++;
        if (!run_step(r, slot, s->outcome)) return;
        if (s->kind == OPERATION_CREATE)
            set_second_slot(g, s->created, vec_last(&r->history.path)->action.op.target);
    }
    decide_branches(g, second_slot(g, g->failing));
}

bool guide_follow(Guide *g, Plan *p, const char *kind) {
    Campaign *c = g->c;
    g->kind = kind;
    g->plan = p;
    g->told = g->slept = g->spurious = g->late = false;
    bool failed = scout(g, p);
    if (!failed && g->slept) {
        g->spurious = true;
        failed = scout(g, p);
        g->spurious = false;
    }
    if (!failed) return false;
    size_t n = g->steps.len;
    show_shared(g, p);
    g->steps.len = n;
    c->describe = guide_describe;
    c->describe_context = g;
    guide_repeat(g);
    CampaignStats *s = &c->result->stats;
    s->threads_max = MAX(s->threads_max, c->run->machine->nthreads);
    c->describe = NULL;
    return g->told;
}

void guide_free(Guide *g) {
    run_free(g->scout);
    vec_free(&g->steps);
    vec_free(&g->children);
    vec_free(&g->slots);
}
