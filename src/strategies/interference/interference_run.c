/*
 * interference_run.c — runs of con2colic testing: executes a solved scenario, then one thread
 * alone, and merges the events of threads into the forest. A thread stops where it would read what
 * another thread wrote (an unforeseen interference) or must wait; its pending operation there
 * becomes a dangling node.
 */
#include "strategies/interference/recorder_clocks.h"
#include "strategies/interference/recorder_initial.h"
#include "strategies/interference/interference.h"
#include <stdlib.h>

/* --- what loads return ------------------------------------------------------------------------ */

/* Creates a variable for a load, named by the thread and its step; the model gives it the value in
 * memory. */
static const Expr *recorder_on_loaded(void *context, Thread *t, unsigned size, const Expr *value) {
    Recorder *r = context;
    Machine *m = r->run->machine;
    if (!r->recording) return value;
    char *name = xasprintf("?%s:%u:%u", t->name, t->steps, size);
    const Input *input = expr_input(m->pool, name, size);
    free(name);
    uint64_t now = (uint64_t)expr_eval(m->pool, value, m->model);
    uint8_t bytes[8], known[8] = {0};
    memcpy(bytes, &now, sizeof bytes);
    if (m->model) model_bytes(m->model, input, known);
    if (memcmp(bytes, known, size)) {
        Model *model = model_with(m->model, input, bytes);
        trail_save(m->memory, &m->model, sizeof m->model);
        m->model = model;
        vec_push(&m->models, model);
    }
    r->variable = input;
    return expr_zext(m->pool, expr_read_le(m->pool, input, 0, size), 64);
}

/* --- the shared memory ------------------------------------------------------------------------ */

static void on_shared(void *context, uint64_t start, uint64_t end) {
    Recorder *r = context;
    campaign_show(r->c, start, end);
}

static void recorder_on_slice(void *context, const Event *e, const LogEntry *log, size_t n) {
    Recorder *r = context;
    (void)e;
    for (size_t k = 0; k < n && r->recording; k++) vec_push(&r->log, log[k]);
}

/* Memory of the emulated kernel that is only touched in pieces of system calls need not be visible:
 * these are ordered as their objects say. */
static void note_touches(Recorder *r, NodeId node) {
    const Machine *m = r->run->machine;
    for (size_t k = 0; k < r->log.len; k++) {
        const LogEntry *e = &r->log.data[k];
        bool in_piece = e->section && machine_is_quiet(m, e->word << 3);
        uint8_t reads = e->vague && e->reads ? 255 : e->reads,
                writes = e->vague && e->writes ? 255 : e->writes;
        touches_add(&r->touches, r->forest,
                    (Touch){e->word, MAX(e->words, 1), node, reads, writes, in_piece});
    }
    r->log.len = 0;
}

/* Whether a pending load would read a write of another thread or one of several unordered
 * writes. */
static bool is_interfered(Recorder *r, int thread, const Operation *o, const Objects *related) {
    const EventList *path = &r->run->history.path;
    for (uint64_t a = o->object; a < o->object + o->size; a++) {
        int64_t w = recorder_last_write(r, related, a, path->len);
        if (w < 0) continue;
        if (!recorder_is_past(r, (size_t)w, thread)) return true;
        for (int64_t u = recorder_last_write(r, related, a, (size_t)w); u >= 0;
             u = recorder_last_write(r, related, a, (size_t)u)) {
            const Action *x = &path->data[u]->action;
            if (recorder_is_past(r, (size_t)u, thread) &&
                recorder_clock_at(r, (size_t)w, (uint32_t)x->thread) < x->index)
                return true;
        }
    }
    return false;
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* The number of checks of one instruction that are distinguished. */
#define CHECKS 8

uint64_t recorder_side(const Forest *f, NodeId branch) {
    const ForestNode *n = forest_node(f, branch);
    uint32_t loc = n->action.op.loc, before = 0;
    for (NodeId k = n->parent; k && before < CHECKS; k = forest_node(f, k)->parent, before++) {
        const Operation *o = &forest_node(f, k)->action.op;
        if (o->kind != OPERATION_BRANCH || o->loc != loc) break;
    }
    return hash_combine(loc, 2 * before + n->action.outcome) | 1;
}

static void add_sink(Recorder *r, NodeId id, bool new) {
    if (new) vec_push(&r->sinks, id);
}

static NodeId tip_of(const Recorder *r, int thread) {
    return (size_t)thread < r->tips.len ? r->tips.data[thread] : 0;
}

static void set_tip(Recorder *r, int thread, NodeId id) {
    NodeId none = 0;
    while (r->tips.len <= (size_t)thread) vec_push(&r->tips, none);
    r->tips.data[thread] = id;
}

/* Adds a dangling node for the alternative to a branch that was taken. */
static void other_side(Recorder *r, NodeId id) {
    Forest *f = r->forest;
    ExprPool *pool = r->run->machine->pool;
    Action a = forest_node(f, id)->action;
    NodeId parent = forest_node(f, id)->parent;
    bool new;
    if (!a.op.forgotten || !a.outcome) {
        a.outcome = !a.outcome;
        NodeId other = forest_add(f, (NodePast){.parent = parent}, &a, &new);
        add_sink(r, other, new);
        return;
    }
    /* If a value became concrete, the alternative stands for all values that have no node yet. */
    const Expr *others = expr_bool(pool, true);
    for (NodeId k = forest_node(f, parent)->first_child; k; k = forest_node(f, k)->sibling) {
        ForestNode *n = forest_node(f, k);
        if (n->any_other)
            n->settled = true;
        else if (n->executed && n->action.op.kind == OPERATION_BRANCH && n->action.outcome)
            others = expr_and(pool, others, expr_not(pool, n->action.op.condition));
    }
    if (expr_is_const(others)) return;
    a.op.condition = others;
    NodeId other = forest_add_other(f, parent, &a, &new);
    forest_node(f, other)->settled = false;
    add_sink(r, other, new);
}

/* The value that an executed memory operation stored. */
static const Expr *stored(const Machine *m, const Operation *o) {
    const Expr *e = NULL;
    for (unsigned k = 0; k < o->size; k++) {
        const Expr *b =
            m->memory->symbolic_bytes ? memory_symbolic(m->memory, o->object + k) : NULL;
        if (!b) b = expr_const(m->pool, 8, m->memory->base[o->object + k]);
        e = e ? expr_concat(m->pool, b, e) : b;
    }
    return e;
}

/* The ends of objects in this run at the place of an access, which is in order all the same. */
static void note_reuse(Recorder *r, NodeId access) {
    Forest *f = r->forest;
    const ForestNode *n = forest_node(f, access);
    const NodeList *writers = forest_writers(f, n->action.op.object >> 3);
    for (size_t k = 0; writers && k < writers->nodes.len && !n->failed; k++) {
        NodeId end = writers->nodes.data[k], tip = tip_of(r, forest_node(f, end)->action.thread);
        if (forest_node(f, end)->action.op.kind == OPERATION_FREE && end != access && tip &&
            forest_follows(f, tip, end))
            forest_note_reuse(f, access, end);
    }
}

/* Whether some store overlaps this one without touching exactly the same bytes. */
static bool has_pieces(const Forest *f, NodeId store) {
    const Operation *o = &forest_node(f, store)->action.op;
    for (uint64_t w = o->object >> 3; w <= (o->object + o->size - 1) >> 3; w++) {
        const NodeList *writers = forest_writers(f, w);
        for (size_t k = 0; writers && k < writers->nodes.len; k++) {
            const ForestNode *x = forest_node(f, writers->nodes.data[k]);
            if (x->store && forest_overlap(x, forest_node(f, store)) &&
                (x->action.op.object != o->object || x->action.op.size != o->size))
                return true;
        }
    }
    return false;
}

/* Where a thread stands after its newest step. */
static SectionState section_after(const Machine *m, int thread) {
    const Thread *t = m->threads[thread];
    if (!t || !t->section) return SECTION_OUTSIDE;
    if (t->status == THREAD_READY && operation_is_part(&t->pending)) return SECTION_OPEN;
    return thread_undid_section(t) ? SECTION_VOID : SECTION_OUTSIDE;
}

/* Adds the newest event of the path to the forest as a node with this past. */
static NodeId recorder_note(Recorder *r, const Action *a, NodePast past) {
    Forest *f = r->forest;
    Machine *m = r->run->machine;
    bool new;
    NodeId id = forest_add(f, past, a, &new);
    ForestNode *n = forest_node(f, id);
    set_tip(r, a->thread, id);
    if (a->op.kind == OPERATION_CREATE && !r->first) r->first = id;
    if (n->executed) return id;
    const Operation *o = &a->op;
    bool memory = operation_on_memory(o) && o->kind != OPERATION_FREE;
    n->failed = memory && !memory_is_valid(m->memory, o->object, o->size);
    if (forest_loads(n)) n->variable = r->variable;
    if (memory && o->kind != OPERATION_LOAD && !n->failed) n->store = stored(m, o);
    n->section = (uint8_t)section_after(m, a->thread);
    forest_executed(f, id);
    if (forest_writes(n)) vec_push(&r->writes, id);
    r->pieces |= n->store && has_pieces(f, id);
    if (operation_on_memory(o)) {
        vec_push(&r->accesses, id);
        note_reuse(r, id);
    }
    if (o->kind == OPERATION_EXIT) vec_push(&r->exits, id);
    const ForestNode *parent = forest_node(f, n->parent);
    if ((parent->held && !n->held) ||
        (parent->section == SECTION_OPEN && n->section == SECTION_OUTSIDE))
        vec_push(&r->released, id);
    if (forest_is_stateful(o) || forest_mutex_change(n).change == HOLD_BEGINS ||
        forest_piece(f, id))
        vec_push(&r->users, id);
    if (o->kind == OPERATION_BRANCH) {
        hash_set_add(&r->sides, recorder_side(f, id));
        other_side(r, id);
    }
    if (o->kind == OPERATION_CREATE && o->target >= 0 && m->threads[o->target]) {
        const Thread *child = m->threads[o->target];
        Action begin = {.thread = o->target, .index = child->steps + 1, .op = child->pending};
        NodeId sink = forest_add(f, (NodePast){.creator = id}, &begin, &new);
        add_sink(r, sink, new);
    }
    return id;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* The position of the creation of a thread on the path; -1: it is the main thread. */
static int64_t creation_of(const Recorder *r, int thread) {
    const EventList *path = &r->run->history.path;
    for (size_t k = path->len; k-- > 0;)
        if (path->data[k]->action.op.kind == OPERATION_CREATE &&
            path->data[k]->action.op.target == thread)
            return (int64_t)k;
    return -1;
}

/* The node of an event of the path. */
static NodeId node_at(const Recorder *r, size_t position) {
    const Action *a = &r->run->history.path.data[position]->action;
    NodeId id = tip_of(r, a->thread);
    while (id && forest_depth(r->forest, id) > a->index) id = forest_node(r->forest, id)->parent;
    return id;
}

/* The event on the path that a pending operation comes right after on its object, or that took the
 * mutex that it wants; -1: none. */
static int64_t last_user(const Recorder *r, const Action *a) {
    const EventList *path = &r->run->history.path;
    bool stateful = forest_is_stateful(&a->op);
    uint64_t mutex;
    for (size_t k = path->len; k-- > 0;) {
        const Action *x = &path->data[k]->action;
        if (stateful ? forest_is_stateful(&x->op) && x->op.object == a->op.object
                     : operation_mutex(&x->op, &mutex) && mutex == a->op.object &&
                           forest_mutex_change(forest_node(r->forest, node_at(r, k))).change ==
                               HOLD_BEGINS)
            return (int64_t)k;
    }
    return -1;
}

/* The newest piece of a system call on the path that changed an object; -1: none. */
static int64_t last_change(const Recorder *r, uint64_t object) {
    const EventList *path = &r->run->history.path;
    for (size_t k = path->len; k-- > 0;)
        if (operation_changes_object(&path->data[k]->action.op, object)) return (int64_t)k;
    return -1;
}

/* The last part on the path of a piece of a system call. */
static size_t end_of_piece(const Recorder *r, size_t position) {
    const EventList *path = &r->run->history.path;
    while (position + 1 < path->len && operation_is_part(&path->data[position + 1]->action.op))
        position++;
    return position;
}

/* Finds the sources of a piece that a thread stands before. Returns whether all of them come before
 * it by program order, creation and joins. */
static bool find_pieces(Recorder *r, const Action *a) {
    const KernelCall *c = a->op.call;
    bool past = true;
    r->sources.len = 0;
    for (uint32_t k = 0; k < c->n; k++) {
        int64_t last = last_change(r, c->item[k].object);
        bool other = last >= 0 && r->run->history.path.data[last]->action.thread != a->thread;
        NodeId source = other ? node_at(r, end_of_piece(r, (size_t)last)) : 0;
        vec_push(&r->sources, source);
        past &= !other || recorder_is_past(r, (size_t)last, a->thread);
    }
    return past;
}

/* Notes a place before an operation whose outcome depends on the last user of its object. */
static void note_position(Recorder *r, const Action *a) {
    uint64_t object = a->op.kind == OPERATION_KERNEL ? a->op.call->hash : a->op.object;
    if (!forest_is_stateful(&a->op) && a->op.kind != OPERATION_KERNEL) {
        if (!forest_may_be_refused(&a->op)) return;
        Action taken = *a;
        taken.outcome = 1;
        object = operation_hold_change(&taken).key;
    }
    Position p = {tip_of(r, a->thread), *a, object};
    p.action.outcome = 0;
    uint64_t name =
        hash_combine(forest_node(r->forest, p.parent)->label, hash_combine(object, a->op.kind)) | 1;
    if (hash_set_add(&r->stood, name)) vec_push(&r->positions, p);
}

/* The past of the pending operation of a thread. `creation`: the position of the creation of the
 * thread. */
static NodePast past_of(Recorder *r, const Action *a, int64_t creation) {
    NodePast past = {.parent = a->op.kind == OPERATION_START ? 0 : tip_of(r, a->thread)};
    if (a->op.kind == OPERATION_START && creation >= 0) past.creator = node_at(r, (size_t)creation);
    if (forest_is_stateful(&a->op) || forest_is_refused(a)) {
        int64_t last = last_user(r, a);
        if (last >= 0 && r->run->history.path.data[last]->action.thread != a->thread)
            past.source = node_at(r, (size_t)last);
    }
    if (a->op.kind == OPERATION_KERNEL) {
        find_pieces(r, a);
        past.sources = r->sources.data;
    }
    return past;
}

/* What a thread holds is taken to follow from what it did. */
static void note_misplaced_unlock(const Recorder *r) {
    if (operation_is_misplaced_unlock(&vec_last(&r->run->history.path)->action))
        campaign_incomplete(r->c, "a mutex was unlocked by a thread that did not hold it, which "
                                  "interference scenarios do not cover");
}

/* What a clock shows depends on how long other threads slept, of which no node of the thread's own
 * tells. */
static void note_time(Recorder *r, int thread) {
    const Machine *m = r->run->machine;
    const Thread *t = m->threads[thread];
    if (!m->tells_time || !r->first) return;
    r->looked |= t->looked_at == t->steps;
    r->passed |= t->passes > 0;
}

/* Takes a step of a thread and returns its node; 0: the step is infeasible. */
static NodeId recorder_take(Recorder *r, int thread, uint32_t outcome) {
    Run *run = r->run;
    const Operation *o = &run->machine->threads[thread]->pending;
    if (operation_on_memory(o)) {
        Action a = {.thread = thread, .op = *o};
        Objects touched, related;
        history_objects(&run->history, &a, &touched, &related);
        recorder_note_initial(r, o, &related);
    }
    int64_t before = recorder_newest(r, thread), creation = -1;
    if (o->kind == OPERATION_START) creation = creation_of(r, thread);
    Action pending = {
        .thread = thread, .index = run->machine->threads[thread]->steps + 1, .op = *o};
    if (o->kind == OPERATION_BRANCH) pending.outcome = outcome;
    NodePast past = past_of(r, &pending, creation);
    note_position(r, &pending);
    r->variable = NULL;
    r->log.len = 0;
    if (!run_step(run, thread, outcome)) return 0;
    const Action *a = &vec_last(&run->history.path)->action;
    note_misplaced_unlock(r);
    recorder_note_clock(r, a, before, creation);
    if (!forest_is_stateful(&a->op) && !forest_is_refused(a)) past.source = 0;
    NodeId id = recorder_note(r, a, past);
    note_touches(r, id);
    note_time(r, thread);
    return id;
}

/* Whether a thread stands before an operation of a node; one on an object with a state may have
 * become another one. */
static bool stands_before(const Recorder *r, NodeId id) {
    const Action *a = &forest_node(r->forest, id)->action;
    const Machine *m = r->run->machine;
    if ((uint32_t)a->thread >= m->nslots) return false;
    const Thread *t = m->threads[a->thread];
    return t && t->status == THREAD_READY && t->steps + 1 == a->index &&
           t->pending.object == a->op.object &&
           (t->pending.kind == a->op.kind || forest_is_stateful(&a->op)) &&
           operation_enabled(r->run->machine, a->thread);
}

/* Whether scenarios can express how the outcome of an operation depends on other threads. */
static bool fits_scenarios(const Operation *o) {
    switch (o->kind) {
    case OPERATION_START:
    case OPERATION_CREATE:
    case OPERATION_EXIT:
    case OPERATION_JOIN:
    case OPERATION_DETACH:
    case OPERATION_PROCESS_EXIT:
    case OPERATION_LOCK:
    case OPERATION_TRYLOCK:
    case OPERATION_UNLOCK:
    case OPERATION_ABANDON:
    case OPERATION_DESTROY:
    case OPERATION_LOAD:
    case OPERATION_STORE:
    case OPERATION_RMW:
    case OPERATION_FREE:
    case OPERATION_SECTION:
    case OPERATION_KERNEL:
    case OPERATION_BRANCH: return true;
    default: return forest_is_stateful(o);
    }
}

/* Adds a dangling node for an operation that a thread cannot execute now. */
static void dangle(Recorder *r, int thread) {
    const Thread *t = r->run->machine->threads[thread];
    Action a = {.thread = thread, .index = t->steps + 1, .op = t->pending};
    bool new;
    if (a.op.kind == OPERATION_LOCK) a.outcome = 1; /* it will have the mutex */
    NodeId id = forest_add(r->forest, (NodePast){.parent = tip_of(r, thread)}, &a, &new);
    add_sink(r, id, new);
}

/* Adds dangling nodes for the other outcomes of an operation that chooses. */
static void other_outcomes(Recorder *r, int thread, uint32_t taken, const uint32_t *outcomes,
                           unsigned n) {
    const Thread *t = r->run->machine->threads[thread];
    Action a = {.thread = thread, .index = t->steps + 1, .op = t->pending};
    if (!operation_chooses(a.op.kind) || a.op.kind == OPERATION_BRANCH) return;
    NodePast past = past_of(r, &a, -1);
    for (unsigned k = 0; k < n; k++) {
        if (outcomes[k] == taken) continue;
        bool new;
        a.outcome = outcomes[k];
        NodeId id = forest_add(r->forest, past, &a, &new);
        add_sink(r, id, new);
    }
}

static void add_expression(void *sum, uint64_t where, const Expr *e) {
    Fingerprint *f = sum;
    fingerprint_add(f, fragment(where, e->hash));
}

/* Whether the newest step, of the thread that runs alone, only looked: it wrote no memory at
 * all. */
static bool has_only_looked(const Recorder *r, unsigned kind) {
    return (kind == OPERATION_LOAD || kind == OPERATION_BRANCH || kind == OPERATION_SECTION) &&
           !r->run->machine->memory->fresh_lines.len;
}

/*
 * Whether the thread, before a load, is in the same state as before an earlier load and has only
 * looked since then. Alone it would loop for ever. A scenario needs no such round: no load of the
 * round has a coupling, and no other thread can observe the round.
 */
static bool has_gone_round(Recorder *r, int thread) {
    Machine *m = r->run->machine;
    Fingerprint f = fingerprint_thread(m, m->threads[thread]);
    fingerprint_expressions(m, m->threads[thread], add_expression, &f);
    for (size_t k = 0; k < r->looks.len; k++)
        if (fingerprint_same(r->looks.data[k], f)) return true;
    vec_push(&r->looks, f);
    return false;
}

/*
 * The same before a piece of a system call, after accesses and pieces that left all memory as it
 * was before an earlier piece. Other threads see no such round but in a part of it, which the first
 * one has, too.
 */
static bool has_come_back(Recorder *r, int thread) {
    Machine *m = r->run->machine;
    Fingerprint f = fingerprint_thread(m, m->threads[thread]);
    fingerprint_expressions(m, m->threads[thread], add_expression, &f);
    fingerprint_add(&f, r->changed);
    for (size_t k = 0; k < r->returns.len; k++)
        if (fingerprint_same(r->returns.data[k], f)) return true;
    vec_push(&r->returns, f);
    return false;
}

/* Notes the newest step, of the thread that runs alone, for has_gone_round and has_come_back. */
static void note_round(Recorder *r, unsigned kind) {
    Machine *m = r->run->machine;
    bool access = kind == OPERATION_BRANCH || kind == OPERATION_SECTION ||
                  kind == OPERATION_KERNEL || (kind >= OPERATION_LOAD && kind <= OPERATION_RMW);
    if (!has_only_looked(r, kind)) r->looks.len = 0;
    if (!access) r->returns.len = 0;
    if (r->returns.len) fingerprint_add(&r->changed, fingerprint_memory(m, m->memory->newest_mark));
}

/* Runs one thread alone. */
static void run_alone(Recorder *r, int thread) {
    Machine *m = r->run->machine;
    uint32_t outcomes[MAX_OUTCOMES];
    r->looks.len = r->returns.len = 0;
    while (!campaign_stop(r->c)) {
        const Thread *t = m->threads[thread];
        if (!t || t->status != THREAD_READY || t->pending.kind == OPERATION_NONE ||
            t->pending.kind == OPERATION_PROCESS_EXIT)
            return;
        bool enclosed = t->section && !operation_is_part(&t->pending);
        if (enclosed || !fits_scenarios(&t->pending)) {
            campaign_incomplete(r->c, "an operation was met that interference scenarios do not "
                                      "cover: in an atomic section they know accesses to memory");
            return;
        }
        if (m->look) {
            campaign_incomplete(r->c, "signals were sent, which interference scenarios do not "
                                      "cover");
            return;
        }
        if (!operation_enabled(m, thread)) {
            Action a = {.thread = thread, .index = t->steps + 1, .op = t->pending};
            bool locked =
                a.op.kind == OPERATION_LOCK && operation_mutex_owner(m, a.op.object) != thread;
            if (a.op.kind == OPERATION_JOIN || locked) dangle(r, thread);
            note_position(r, &a);
            return;
        }
        if (t->pending.kind == OPERATION_KERNEL) {
            Action a = {.thread = thread, .index = t->steps + 1, .op = t->pending};
            if (!find_pieces(r, &a)) {
                note_position(r, &a);
                return;
            }
        }
        if (t->pending.kind == OPERATION_LOAD || t->pending.kind == OPERATION_RMW) {
            Action a = {.thread = thread, .op = t->pending};
            Objects touched, related;
            history_objects(&r->run->history, &a, &touched, &related);
            if (is_interfered(r, thread, &t->pending, &related)) {
                dangle(r, thread);
                return;
            }
        }
        unsigned kind = t->pending.kind;
        if (kind == OPERATION_LOAD && has_gone_round(r, thread)) return;
        if (kind == OPERATION_KERNEL && has_come_back(r, thread)) return;
        unsigned many = run_outcomes(r->run, thread, outcomes);
        other_outcomes(r, thread, outcomes[0], outcomes, many);
        NodeId id = recorder_take(r, thread, outcomes[0]);
        if (!id) return;
        note_round(r, kind);
        if (forest_node(r->forest, id)->action.op.kind == OPERATION_JOIN) {
            Coupling c = {.node = id,
                          .source = tip_of(r, forest_node(r->forest, id)->action.op.target)};
            if (c.source) vec_push(&r->couplings, c);
        }
    }
}

RunResult recorder_run(Recorder *r, const NodeId *order, size_t n, NodeId sink, Model *model) {
    Machine *m = r->run->machine;
    run_undo(r->run, 0);
    if (model) {
        m->model = model_ref(model);
        vec_push(&m->models, m->model);
    } else
        m->model = NULL;
    r->tips.len = r->clock_of.len = r->clock_len.len = r->clocks.len = r->couplings.len = 0;
    r->sinks.len = r->writes.len = r->accesses.len = r->exits.len = r->released.len =
        r->positions.len = r->users.len = 0;
    r->recording = m->names_loads = true;
    r->first = 0;
    int thread = sink ? forest_node(r->forest, sink)->action.thread : 0;
    bool other =
        false; /* the sink was met as another operation, so what should follow need not occur */
    for (size_t k = 0; k < n && !campaign_stop(r->c); k++) {
        if (forest_node(r->forest, order[k])->any_other) continue;
        const Action a = forest_node(r->forest, order[k])->action;
        bool open = order[k] == sink &&
                    (forest_is_stateful(&a.op) || forest_may_be_refused(&a.op) ||
                     a.op.kind == OPERATION_KERNEL || forest_is_late(forest_node(r->forest, sink)));
        bool stands = stands_before(r, order[k]);
        if (!stands && other) break;
        if (!stands) return open ? RUN_REFUSED : RUN_DIVERGED;
        NodeId id = recorder_take(r, a.thread, a.outcome);
        other |= open && id != order[k];
        if (id != order[k] && !other) return RUN_DIVERGED;
    }
    run_alone(r, thread);
    return RUN_DONE;
}

#define LONG_TURN 1000 /* visible operations */

void recorder_finish(Recorder *r) {
    Run *run = r->run;
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    r->recording = false;
    /* A thread that waits by looking yields from time to time; if all threads do so, the run
     * ends. */
    unsigned n, turns = 0;
    for (size_t steps = 0, done = 0; !campaign_stop(r->c) && (n = run_enabled(run, threads));
         steps++) {
        turns = MAX(turns, n); /* within a section one thread is enabled */
        int thread = threads[steps / LONG_TURN % n];
        unsigned many = run_outcomes(run, thread, outcomes), k = 0,
                 kind = run->machine->threads[thread]->pending.kind;
        while (k < many && !run_step(run, thread, outcomes[k])) k++;
        if (k == many) break;
        note_misplaced_unlock(r);
        if (!has_only_looked(r, kind)) done = steps;
        if (steps - done > (turns + 1) * LONG_TURN) return;
    }
    if (!campaign_stop(r->c)) campaign_leaf(r->c);
}

void recorder_init(Recorder *r, Campaign *c, Forest *f) {
    *r = (Recorder){
        .c = c, .run = c->run, .forest = f, .touches = {.context = r, .shared = on_shared}};
    c->run->machine->divides_sections = true;
    c->run->loaded = recorder_on_loaded;
    c->run->loaded_context = r;
    c->slice = recorder_on_slice;
    c->slice_context = r;
}

void recorder_free(Recorder *r) {
    r->run->machine->names_loads = r->run->machine->divides_sections = false;
    r->c->slice = NULL;
    touches_free(&r->touches);
    vec_free(&r->tips);
    vec_free(&r->clock_of);
    vec_free(&r->clock_len);
    vec_free(&r->clocks);
    vec_free(&r->sources);
    vec_free(&r->couplings);
    vec_free(&r->log);
    vec_free(&r->sinks);
    vec_free(&r->writes);
    vec_free(&r->accesses);
    vec_free(&r->exits);
    vec_free(&r->positions);
    vec_free(&r->users);
    hash_set_free(&r->stood);
    vec_free(&r->released);
    vec_free(&r->initial);
    index_free(&r->initial_at);
    vec_free(&r->looks);
    vec_free(&r->returns);
    hash_set_free(&r->sides);
}
