/* symmetry.c — see symmetry.h. */
#include "state/symmetry/symmetry.h"
#include "state/symmetry/identifiers.h"
#include "vm/memory/access_log.h"
#include "vm/state/fingerprint.h"
#include "vm/system/interrupt.h"
#include <stdlib.h>
#include <string.h>

/* What is known of a thread after one of its events. */
typedef struct Standpoint {
    uint64_t local; /* a hash of the state that it is in; 0: it shares that with nobody */
    /* After a creation: what was known before of the number that the new thread got. */
    uint64_t kind;
    int32_t stood_for;
} Standpoint;
typedef VEC(Standpoint) Standings;

struct Symmetry {
    const Program *program;
    Identifiers *identifiers;
    VEC(Standings) threads; /* by slot: after each of its events on the path */
    VEC(uint64_t) kinds;    /* by slot: what it runs, 0: nobody else's routine, or nothing yet */
    AccessLog *log;         /* for looking ahead */
    HashSet joins;          /* events before joins that were looked at, by name */
    HashSet between;        /* words of its own region that a thread touches between two joins */
    HashSet foreign;        /* words that a thread touched in another one's region */
    unsigned many;          /* as many alike threads pay */
    bool broken, wanted, used;
};

Symmetry *symmetry_new(const Program *program, unsigned many) {
    if (interrupt_function(program, INTERRUPT_LOOK))
        return NULL; /* a signal is sent to one of them */
    Identifiers *ids = identifiers_new(program);
    if (!ids) return NULL;
    Symmetry *s = xcalloc(1, sizeof *s);
    s->program = program;
    s->identifiers = ids;
    s->many = many;
    s->log = xcalloc(1, sizeof *s->log);
    return s;
}

void symmetry_free(Symmetry *s) {
    if (!s) return;
    for (size_t k = 0; k < s->threads.len; k++) vec_free(&s->threads.data[k]);
    vec_free(&s->threads);
    vec_free(&s->kinds);
    hash_set_free(&s->joins);
    hash_set_free(&s->between);
    hash_set_free(&s->foreign);
    vec_free(&s->log->entries);
    vec_free(&s->log->fences);
    free(s->log);
    identifiers_free(s->identifiers);
    free(s);
}

void symmetry_clear(Symmetry *s) {
    for (size_t k = 0; k < s->threads.len; k++) s->threads.data[k].len = s->kinds.data[k] = 0;
    hash_set_clear(&s->joins); /* with more visible there are events between that were none */
}

bool symmetry_is_broken(const Symmetry *s) { return s->broken; }

static uint64_t thread_kind(const Symmetry *s, int thread) {
    return (size_t)thread < s->kinds.len ? s->kinds.data[thread] : 0;
}

static Standings *standings(Symmetry *s, int thread) {
    while (s->threads.len <= (size_t)thread) {
        Standings none = {0};
        vec_push(&s->threads, none);
        vec_push(&s->kinds, 0);
    }
    return &s->threads.data[thread];
}

void symmetry_use(Symmetry *s) { s->used = true; }
bool symmetry_is_wanted(const Symmetry *s) { return s->wanted && !s->used && !s->broken; }

static uint64_t memory_word_at(const Machine *m, uint64_t address) {
    uint64_t word;
    memcpy(&word, m->memory->base + address, sizeof word);
    return word;
}

uint64_t symmetry_kind_created(const Symmetry *s, Machine *m, const Action *create, bool frames) {
    const Operation *o = &create->op;
    /* The runtime's structure: two routines, of which one is set, the argument, and the size of the
     * stack. */
    uint64_t at = o->argument;
    if (o->detached || memory_first_invalid(m->memory, at, 32) != at + 32) return 0;
    for (uint64_t k = 0; k < 32; k++)
        if (memory_symbolic(m->memory, at + k)) return 0;
    const Function *f = program_function_at(s->program, memory_word_at(m, at));
    if (!f || memory_word_at(m, at + 8) || !identifiers_routine(s->identifiers, f, frames))
        return 0;
    const uint64_t *live = liveness_before(m, f, f->code);
    uint64_t argument = f->nparams && live[0] & 1 ? memory_word_at(m, at + 16) : 0;
    uint64_t what = hash_combine((uint64_t)(f - s->program->functions) + 1, argument);
    return hash_combine(hash_combine(what, memory_word_at(m, at + 24)), (uint64_t)create->thread) |
           1;
}

static bool creates(const Action *a) { return a->op.kind == OPERATION_CREATE && a->op.target >= 0; }

/* A thread was created: whom it stands for is the first one of its kind that the same thread
 * created before. */
static void record_creation(Symmetry *s, History *h, Machine *m, const Action *create) {
    int32_t child = create->op.target, first = child;
    unsigned alike = 1;
    standings(s, child);
    uint64_t kind = s->kinds.data[child] = symmetry_kind_created(s, m, create, false);
    const EventList *own = &h->own.data[create->thread];
    for (size_t k = own->len - 1; kind && k > 0; k--) {
        const Operation *o = &own->data[k - 1]->action.op;
        if (o->kind == OPERATION_START) break;
        if (o->kind == OPERATION_CREATE && o->target >= 0 && thread_kind(s, o->target) == kind) {
            first = o->target;
            alike++;
        }
    }
    s->wanted |= kind && alike >= s->many;
    h->stands_for.data[child] = kind && s->used ? first : -1;
    /* The one that stands for all of a kind stands for itself, and its creator is theirs. */
    invariant(!kind || !s->used || history_stands_for(h, first) == first);
    invariant(!kind || thread_kind(s, first) == kind);
    invariant(m->threads[child]->parent == create->thread);
}

bool symmetry_keeps_identifier(const Symmetry *s, const Thread *t, uint64_t address) {
    if (identifiers_holds(s->identifiers, address)) return true;
    for (uint32_t k = 0; k <= t->top; k++) {
        const Frame *f = &t->frames[k];
        if (f->memory && address >= f->memory && address - f->memory < f->function->frame_bytes)
            return identifiers_holds_local(s->identifiers, f->function, address - f->memory);
    }
    return false;
}

/* A hash of where a thread is: the routine's frames with their live registers, and its operation,
 * after so many events of a thread of that kind (`before`). What the routine's code cannot have is
 * not in it. */
static uint64_t local_state(Machine *m, const Thread *t, uint64_t before) {
    const Operation *o = &t->pending;
    if (t->status != THREAD_READY || t->section || t->owned || t->robust || t->holding || t->done ||
        t->ndecisions || o->kind == OPERATION_BRANCH)
        return 0;
    uint64_t hash =
        hash_combine(before, (uint64_t)o->kind << 16 | (uint64_t)o->size << 8 | o->flags);
    hash = hash_combine(hash, o->object);
#define COMBINE_VALUE(type, name) \
    hash = hash_combine(hash, symmetry_without_region(t, (uint64_t)t->name));
    STATE_VALUES(THREAD_STATE, COMBINE_VALUE)
    /* The first frame is the runtime's. */
    for (uint32_t k = 1; k <= t->top; k++) {
        const Frame *f = &t->frames[k];
        const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
        if (f->symbolic || f->listed || f->ending >= 2) return 0;
        const Insn *at = call ? insn_next_list(call) : t->pc;
        const uint64_t *live = liveness_before(m, f->function, at);
        hash = hash_combine(hash, (uint64_t)(f->function - m->program->functions) << 32 |
                                      (uint64_t)(at - f->function->code));
        for (unsigned r = 0; r < f->function->nregs; r++) {
            bool result = false;
            for (unsigned n = 0; call && n < call->d; n++) result |= insn_slots(call)[n] == r;
            if (live[r >> 6] >> (r & 63) & 1 && !result)
                hash = hash_combine(hash_combine(hash, r), t->regs[f->base + r]);
        }
    }
    return hash | 1;
}

void symmetry_record(Symmetry *s, History *h, Machine *m, const Event *e, bool counts) {
    const Action *a = &e->action;
    uint64_t kind = thread_kind(s, a->thread);
    Standpoint now = {kind && s->used && !counts
                          ? local_state(m, m->threads[a->thread], hash_combine(kind, a->index))
                          : 0,
                      0, -1};
    if (creates(a)) {
        int32_t child = a->op.target;
        standings(s, child);
        while (h->stands_for.len <= (size_t)child) vec_push(&h->stands_for, -1);
        now.kind = s->kinds.data[child];
        now.stood_for = h->stands_for.data[child];
        record_creation(s, h, m, a);
    }
    Standings *own = standings(s, a->thread);
    while (own->len < a->index) vec_push(own, now);
    own->data[a->index - 1] = now;
    invariant(own->len == a->index);
}

uint64_t symmetry_standing(const Symmetry *s, const Event *e) {
    size_t thread = (size_t)e->action.thread;
    if (e->action.index < 2 || thread >= s->threads.len || !thread_kind(s, e->action.thread))
        return 0;
    return s->threads.data[thread].data[e->action.index - 2].local;
}

void symmetry_forget(Symmetry *s, History *h, const Event *e) {
    Standings *own = standings(s, e->action.thread);
    if (own->len < e->action.index) return;
    invariant(own->len == e->action.index);
    own->len = e->action.index - 1;
    if (!creates(&e->action)) return;
    s->kinds.data[e->action.op.target] = own->data[own->len].kind;
    h->stands_for.data[e->action.op.target] = own->data[own->len].stood_for;
}

/* --- which of them goes first ----------------------------------------------------------------- */

/* Whether two operations like that of `e`, each by a thread in the state before it, come one after
 * the other in any case. */
static bool comes_in_turn(const Event *e) {
    switch (e->action.op.kind) {
    case OPERATION_STORE:
    case OPERATION_RMW:
    case OPERATION_SECTION: return true;
    case OPERATION_LOCK:
    case OPERATION_TRYLOCK: return e->action.outcome == 1;
    default: return false;
    }
}

/* Whether the thread of lower number `other` was in the state `local` of the thread of `e` and
 * would have done the same, and now has to do it after `e`. */
static bool is_others_turn(const Symmetry *s, const History *h, const Machine *m, const Event *e,
                           int other, uint64_t local, bool started_only) {
    const Event *created = history_creation(h, m, other),
                *mine = history_creation(h, m, e->action.thread);
    if (!created || !mine || created->action.thread != mine->action.thread ||
        created->action.index > mine->action.index)
        return false;
    uint32_t last = event_clock(e, (uint32_t)other);
    const Standings *all = &s->threads.data[other];
    /* A thread that has not started will be where the other one was when that had. */
    if (!last) return started_only;
    return last <= all->len && all->data[last - 1].local == local;
}

/* Whether `e` comes after an event that the thread of higher number `other` did in the same state,
 * while the thread of `e` was in it (since `before`) and could have done it. */
static bool came_too_late(const Symmetry *s, const History *h, const Machine *m, const Event *e,
                          const Event *before, int other, uint64_t local) {
    const Standings *all = &s->threads.data[other];
    /* It could have started as soon as it was created. */
    const Event *since = before->action.op.kind == OPERATION_START
                             ? history_creation(h, m, e->action.thread)
                             : before;
    for (uint32_t n = event_clock(e, (uint32_t)other); since && n >= 2; n--) {
        const Event *y = history_own(h, (uint32_t)other, n);
        if (!event_precedes(since, y)) return false;
        if (n - 2 < all->len && all->data[n - 2].local == local) return true;
    }
    return false;
}

bool symmetry_excludes(const Symmetry *s, const History *h, const Machine *m, const Event *e) {
    int thread = e->action.thread;
    uint64_t kind = thread_kind(s, thread);
    const Event *before = history_before(h, e);
    if (s->broken || !kind || !before || e->action.op.kind == OPERATION_START) return false;
    uint64_t local = symmetry_standing(s, e);
    if (!local) return false;
    bool in_turn = comes_in_turn(e), started = before->action.op.kind == OPERATION_START;
    for (int k = 0; k < (int)s->kinds.len; k++) {
        if (k == thread || s->kinds.data[k] != kind) continue;
        if (k < thread && in_turn && is_others_turn(s, h, m, e, k, local, started)) return true;
        if (k > thread && came_too_late(s, h, m, e, before, k, local)) return true;
    }
    return false;
}

/* --- who joins them --------------------------------------------------------------------------- */

static void no_fault(void *context, Machine *m, const Fault *fault) {
    (void)context, (void)m, (void)fault;
}
static void no_text(void *context, const char *text) { (void)context, (void)text; }
static void no_order(void *context, uint64_t object) { (void)context, (void)object; }

/* More words at once than this are not noted one by one. */
#define MOST_WORDS (1u << 16)

/* Notes words; the symmetry is broken where one of them is in `others`, too. */
static void note_words(Symmetry *s, HashSet *to, const HashSet *others, uint64_t word, uint64_t n) {
    if (n > MOST_WORDS) s->broken = true;
    for (uint64_t k = 0; k < n && !s->broken; k++) {
        hash_set_add(to, word + k);
        s->broken |= hash_set_has(others, word + k);
    }
}

static bool is_own(const Thread *t, uint64_t address) {
    return address >= t->region && address - t->region < region_size((uint32_t)t->slot);
}

static void note_foreign(Symmetry *s, const Thread *t, uint64_t address, uint64_t words) {
    if (address >= REGION_BASE && !is_own(t, address))
        note_words(s, &s->foreign, &s->between, address >> 3, words);
}

void symmetry_look_at_slice(Symmetry *s, const Machine *m, const Event *e) {
    const Thread *t = m->threads[e->action.thread];
    const Operation *o = &e->action.op;
    if (s->broken || !s->used) return;
    if (operation_on_memory(o))
        note_foreign(s, t, o->object, ((o->object & 7) + operation_extent(o) + 7) >> 3);
    for (size_t k = 0; k < t->log->entries.len; k++) {
        const LogEntry *l = &t->log->entries.data[k];
        note_foreign(s, t, l->word << 3, MAX(l->words, 1));
    }
}

/*
 * Whether what the thread touched in its slice is its own, or holds identifiers. Its own are words
 * of its region that no other thread touches in any run: it may have told others where they are, so
 * each is noted.
 */
static bool touched_its_own(Symmetry *s, const Thread *t) {
    for (size_t k = 0; k < t->log->entries.len; k++) {
        const LogEntry *l = &t->log->entries.data[k];
        uint64_t address = l->word << 3;
        if (is_own(t, address)) {
            note_words(s, &s->between, &s->foreign, l->word, MAX(l->words, 1));
            continue;
        }
        if (l->writes || l->vague || l->words > 1 || !identifiers_holds(s->identifiers, address))
            return false;
    }
    return true;
}

/* Lets the thread join all that it is about to join, one after the other, and marks these: up to
 * where it does anything else that others may notice or change. */
static void join_all(Symmetry *s, Machine *m, Thread *t, bool *joined) {
    do {
        joined[t->pending.target] = true;
        operation_imagine_join(m, t);
        machine_run(m, thread_slot(t));
    } while (t->status == THREAD_READY && t->pending.kind == OPERATION_JOIN &&
             t->pending.target >= 0 && !joined[t->pending.target] && touched_its_own(s, t));
}

static bool is_to_be_joined(const Symmetry *s, const Machine *m, uint32_t slot) {
    const Thread *t = m->threads[slot];
    return s->kinds.data[slot] && t && t->status != THREAD_UNUSED && !t->joined && !t->detached;
}

/* Of the threads of one kind that the thread created and that are still to be joined, all or none
 * may be. */
static bool all_or_none(const Symmetry *s, const Machine *m, int thread, const bool *joined) {
    for (uint32_t k = 0; k < s->kinds.len; k++) {
        if (!is_to_be_joined(s, m, k)) continue;
        if (joined[k] && m->threads[k]->parent != thread) return false;
        for (uint32_t j = k + 1; j < s->kinds.len; j++)
            if (s->kinds.data[j] == s->kinds.data[k] && is_to_be_joined(s, m, j) &&
                joined[j] != joined[k])
                return false;
    }
    return true;
}

void symmetry_look_ahead(Symmetry *s, Machine *m, const Event *e) {
    Thread *t = m->threads[e->action.thread];
    if (s->broken || !s->used || t->status != THREAD_READY) return;
    const Operation *o = &t->pending;
    if (o->kind == OPERATION_DETACH && o->target >= 0 && thread_kind(s, o->target))
        s->broken = true;
    if (o->kind != OPERATION_JOIN || o->only_waits || o->target < 0) return;
    if (!hash_set_add(&s->joins, e->name | 1)) return;
    bool *joined = xcalloc(MAX_THREADS, sizeof *joined), parked = m->parked;
    uint8_t *cover = machine_keep_cover(m);
    MachineHooks hooks = m->hooks;
    m->hooks.fault = no_fault;
    m->hooks.assumption = m->hooks.incomplete = m->hooks.warning = m->hooks.bounded = no_text;
    m->hooks.order = no_order;
    AccessLog *log = t->log;
    Fingerprint here = unlikely(base_invariants) ? fingerprint_thread(m, t) : (Fingerprint){0, 0};
    t->log = s->log;
    log_boundary(t);
    t->log->entries.len = 0;
    TrailMark mark = memory_mark(m->memory);
    join_all(s, m, t, joined);
    memory_undo(m->memory, mark);
    /* Looking ahead leaves no trace. */
    invariant(t->status == THREAD_READY && t->pending.kind == OPERATION_JOIN);
    invariant(!base_invariants || fingerprint_same(here, fingerprint_thread(m, t)));
    t->log = log;
    m->hooks = hooks;
    m->parked = parked;
    machine_return_cover(m, cover);
    if (!all_or_none(s, m, e->action.thread, joined)) s->broken = true;
    free(joined);
}
