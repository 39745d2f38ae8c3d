/*
 * verify.c — see verify.h. The totals are printed when the process ends. HEDDLE_VERIFY_SHOW=N also
 * prints the first N missed equalities.
 */
#include "audit/verify.h"
#include "state/loops/counted.h"
#include "audit/state_text.h"
#include "program/program.h"
#include "vm/memory/access_log.h"
#include "vm/memory/visible.h"
#include "vm/state/fingerprint.h"
#include "vm/state/thread_time.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* One of this many fingerprints is checked; in builds for this check all of them. */
#ifdef HEDDLE_VERIFY_FINGERPRINTS
#define SAMPLE 1
#else
#define SAMPLE 256
#endif
#define MAX_BYTES (1ull << 30) /* of texts; later ones are not checked */

/* The parts of a fingerprint, to report where two differ. */
typedef struct Part {
    Fingerprint changes, state;
    uint64_t open;
} Part;

typedef struct Entry {
    Fingerprint fingerprint;
    uint64_t hash; /* of the text */
    char *text, *event;
    char *ahead; /* continuation of the state on some ways, see look_ahead */
    Part *parts; /* by thread */
    uint32_t nparts;
} Entry;

typedef struct Verify Verify;
struct Verify {
    StateText state; /* of a second machine */
    VEC(Entry) entries;
    Index by_fingerprint, by_text; /* numbers of entries */
    CountedLoops *loops;           /* of the program; NULL: not yet asked for */
    uint64_t bytes;
    size_t ordered;  /* number of ordered objects at the start of the pass */
    uint64_t values; /* hash of the registers of frames after the newest step */
    bool full;
    RunHooks outer; /* of the run that is checked */
    /* The second machine met what makes the exploration start again, or not complete. */
    bool limited;
};

static struct {
    uint64_t events, fingerprints, texts, collisions, missed, failed, compared, hidden;
    bool registered, truncated;
} total;

static void tell_totals(void) {
    bool wrong = total.collisions || total.failed || total.hidden;
    if (SAMPLE > 1 && !wrong) return;
    fprintf(
        stderr,
        "verify: %llu events, %llu fingerprints, %llu states, %llu collisions, %llu histories that "
        "did "
        "not repeat, %llu missed equalities, %llu of %llu known states went on in another way%s\n",
        (unsigned long long)total.events, (unsigned long long)total.fingerprints,
        (unsigned long long)total.texts, (unsigned long long)total.collisions,
        (unsigned long long)total.failed, (unsigned long long)total.missed,
        (unsigned long long)total.hidden, (unsigned long long)total.compared,
        total.truncated ? " (too many states: not all were looked at)" : "");
    if (wrong) {
        fflush(NULL);
        _exit(4);
    }
}

/* --- execution -------------------------------------------------------------------------------- */

static size_t count_ordered(const Machine *m) {
    size_t n = 0;
    for (size_t k = 0; k < m->notes.len; k++) n += m->notes.data[k].ordered;
    return n;
}

static void cut_back(Verify *v, size_t length) {
    run_undo(v->state.run, length);
    while (v->state.touched.len > length) {
        vec_free(&vec_last(&v->state.touched));
        v->state.touched.len--;
    }
}

static void verify_clear(Verify *v) {
    if (!v) return;
    cut_back(v, 0);
    for (size_t k = 0; k < v->entries.len; k++) {
        free(v->entries.data[k].text);
        free(v->entries.data[k].event);
        free(v->entries.data[k].ahead);
        free(v->entries.data[k].parts);
    }
    v->entries.len = 0;
    v->bytes = 0;
    v->full = false;
    index_clear(&v->by_fingerprint);
    index_clear(&v->by_text);
    v->state.start = SIZE_MAX;
}

static bool verify_on_interrupted(void *verify) {
    const Verify *v = verify;
    return v->outer.interrupted && v->outer.interrupted(v->outer.context);
}

static void verify_on_incomplete(void *verify, const char *text) {
    Verify *v = verify;
    (void)text;
    v->limited = true;
}

static void verify_on_assumption(void *verify, const char *text) {
    Verify *v = verify;
    v->limited |= text == thread_time_is_blurred;
}

static void verify_on_show(void *verify, Run *r, VisibleRange bytes) {
    Verify *v = verify;
    if (bytes.start == OUTPUT_MARK.start && state_is_hidden("output")) return;
    /* The runtime shows what it looks at each time. */
    v->limited |= machine_is_mark(bytes) ||
                  !access_is_visible(r->machine, bytes.start, bytes.end - bytes.start);
}

static Verify *verify_new(const Run *r) {
    Verify *v = xcalloc(1, sizeof *v);
    const Machine *m = r->machine;
    RunHooks hooks = {.context = v,
                      .interrupted = verify_on_interrupted,
                      .incomplete = verify_on_incomplete,
                      .assumption = verify_on_assumption,
                      .show = verify_on_show};
    v->outer = r->hooks;
    v->state.run = run_new(m->program, &m->options, &hooks, m->pool, m->solver);
    if (!total.registered) atexit(tell_totals);
    total.registered = true;
    v->state.without_hidden = true;
    verify_clear(v);
    return v;
}

static void verify_free(Verify *v) {
    if (!v) return;
    verify_clear(v);
    run_free(v->state.run);
    counted_loops_free(v->loops);
    vec_free(&v->entries);
    index_free(&v->by_fingerprint);
    index_free(&v->by_text);
    state_text_free(&v->state);
    free(v);
}

/* Prepares the second machine for a pass: the same numbers of threads, the same visible bytes and
 * ordered objects, the same exact times, races judged in the same way. */
static void begin_pass(Verify *v, const Machine *m) {
    Machine *own = v->state.run->machine;
    own->notes.len = 0;
    for (size_t k = 0; k < m->notes.len; k++) vec_push(&own->notes, m->notes.data[k]);
    own->patient = m->patient;
    own->options.max_threads = m->options.max_threads;
    VEC(VisibleRange) visible = {0};
    for (size_t k = 0; k < m->visible.len; k++) vec_push(&visible, m->visible.data[k]);
    if (m->output_is_state) vec_push(&visible, OUTPUT_MARK);
    v->state.run->judges = m->judges; /* blocks come back by happens-before then */
    run_start(v->state.run, visible.data, visible.len);
    vec_free(&visible);
    own->exact_time = m->exact_time;
    own->time_spreads = m->time_spreads;
    own->tells_readers = m->tells_readers;
    own->frees_spread = m->frees_spread;
    v->state.start = memory_mark(own->memory);
    v->ordered = count_ordered(m);
}

static char *action_text(const Machine *m, const Action *a) {
    char *object = operation_object_text(m, &a->op);
    const Loc *l = &m->program->locs[a->op.loc];
    char *text =
        xasprintf("%u:%s%s%s=%u of thread %s at %s:%u", a->index, operation_names[a->op.kind],
                  object ? " of " : "", object ? object : "", a->outcome, m->slot_names[a->thread],
                  l->file && *l->file ? l->file : "?", l->line);
    free(object);
    return text;
}

/* Returns the number of registers of a thread that a step may use: those of its frames (*own), and
 * some for frames that it may enter. */
static size_t registers_of(const Machine *m, const Thread *t, size_t *own) {
    const Frame *top = &t->frames[t->top];
    *own = t->status == THREAD_READY ? top->base + top->function->nregs : 0;
    return MIN(*own + 4096, m->register_room);
}

/* Executes the thread's pending operation with this outcome. False, without effect, if that is not
 * feasible. */
static bool verify_execute(Verify *v, int32_t thread, uint32_t outcome, Action *a) {
    Run *r = v->state.run;
    Machine *m = r->machine;
    Thread *t = m->threads[thread];
    TrailMark mark = memory_mark(m->memory);
    bool run;
    t->log->entries.len = 0;
    /* Contents left by earlier calls belong to no frame. */
    size_t own, room = registers_of(m, t, &own);
    memset(t->regs + own, 0, (room - own) * sizeof *t->regs);
    *a = operation_apply(m, thread, outcome, &run);
    if (a->op.kind == OPERATION_NONE) {
        memory_undo(m->memory, mark);
        return false;
    }
    StepMark step = {.trail = mark};
    vec_push(&r->marks, step);
    Event *e = history_event(&r->history, a);
    history_push(&r->history, e);
    if (m->tells_time) history_time(&r->history, m, e);
    if (run && m->options.max_steps && t->steps >= m->options.max_steps)
        machine_stop_thread(m, t);
    else if (run)
        machine_run(m, thread);
    run_judge_order(r, e);
    Touched touched = {0};
    for (size_t k = 0; k < t->log->entries.len;
         k++) /* accesses of a section are part of the event */
        if (!t->log->entries.data[k].section) vec_push(&touched, t->log->entries.data[k]);
    vec_push(&v->state.touched, touched);
    log_boundary(t);
    t->log->entries.len = 0;
    /* Registers of calls that have returned may hold what was printed, which is no part of the
     * state. */
    registers_of(m, t, &own);
    v->values = hash_bytes(t->regs, own * sizeof *t->regs, 5);
    state_text_overwrite_dead(m, t);
    return true;
}

/* Executes one event. Returns NULL, or the difference (the caller frees it). */
static char *verify_repeat_event(Verify *v, const Machine *first, const Event *e) {
    Run *r = v->state.run;
    Machine *m = r->machine;
    const Action *want = &e->action;
    Thread *t = m->threads[want->thread];
    Action a;
    if (!t || t->status != THREAD_READY || t->pending.kind != want->op.kind)
        return xasprintf("thread %s is before %s", first->slot_names[want->thread],
                         t && t->status == THREAD_READY ? operation_names[t->pending.kind]
                                                        : "nothing");
    if (!operation_enabled(m, want->thread)) return xasprintf("it is not enabled");
    if (!verify_execute(v, want->thread, want->outcome, &a)) return xasprintf("it is not feasible");
    if (vec_last(&r->history.path)->name != e->name) {
        char *text = action_text(m, &a), *why = xasprintf("it is another event: %s", text);
        free(text);
        return why;
    }
    if (!e->rounds) return NULL;
    if (!v->loops) v->loops = counted_loops_new(m->program);
    if (!counted_skip(v->loops, m, t, e->rounds))
        return xasprintf("it is in no loop that counts its rounds");
    vec_last(&r->history.path)->rounds = e->rounds;
    state_text_overwrite_dead(m, t);
    return NULL;
}

/* --- continuations ---------------------------------------------------------------------------- */

#define AHEAD 24 /* events */
#define WAYS_AHEAD 6

/* Writes the pending operations of all threads, and which threads have ended. */
static void put_standing(StrBuf *out, const Machine *m) {
    static const char letters[] = "-REX";
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        if (!t || t->status == THREAD_UNUSED) continue;
        str_addf(out, " %s:%c", m->slot_names[k], letters[t->status]);
        if (t->status != THREAD_READY) continue;
        str_addf(out, "%s@%llx", operation_names[t->pending.kind],
                 (unsigned long long)t->pending.object);
    }
}

/* Takes the pending branches that the path decides. Of two states that are equal, one may have such
 * a branch, where the constraint that decides it is in no causal history of the thread, and the
 * other none. */
static void take_decided_branches(Verify *v) {
    Machine *m = v->state.run->machine;
    for (uint32_t k = 0; k < m->nslots; k++) {
        const Thread *t = m->threads[k];
        for (bool taken = true; taken && !m->stop_now;) {
            taken = t && t->status == THREAD_READY && t->pending.kind == OPERATION_BRANCH;
            if (!taken) break;
            const Expr *c = t->pending.condition;
            bool holds = machine_feasible(m, c, NULL),
                 fails = machine_feasible(m, expr_not(m->pool, c), NULL);
            Action a;
            taken = holds != fails && verify_execute(v, (int32_t)k, holds, &a);
        }
    }
}

/* Whether the state may continue differently from states that are taken for equal: threads count
 * rounds, or a limit is about to stop one. */
static bool is_particular(const Verify *v, const History *h) {
    const Machine *m = v->state.run->machine;
    for (size_t k = 0; k < h->path.len; k++)
        if (h->path.data[k]->rounds) return true;
    for (uint32_t k = 0; k < m->nslots; k++)
        if (m->threads[k] && m->options.max_steps &&
            m->threads[k]->steps + AHEAD >= m->options.max_steps)
            return true;
    return false;
}

/* Whether what the second machine does is what it does after all states taken for equal: `exact`
 * are the places whose time was exact when it began. */
static bool may_compare(const Verify *v, uint64_t exact) {
    const Machine *m = v->state.run->machine;
    return !m->stop_now && !solver_is_stopped(m->solver) && !v->limited && m->exact_time == exact;
}

/* Whether threads may know of other frees than after states taken for equal. Which blocks of a
 * thread others freed is part of the state; whether it knows of that follows from its history, as
 * long as that makes no difference to the program (FREES_MARK). */
static bool frees_may_differ(const Machine *m) {
    bool foreign = false;
    for (uint32_t k = 0; k < m->nslots; k++)
        foreign |= m->threads[k] && m->threads[k]->heap->foreign;
    return foreign && !m->frees_spread && !state_is_hidden("frees");
}

/* Continues the state on one way and writes what happens, with a hash of the final state. False if
 * the time was over, or if something happened that makes the exploration start again, as reading a
 * clock may, or that it does not complete: how much is left up to a limit is no state. */
static bool go_ahead(Verify *v, uint64_t way, StrBuf *out) {
    Run *r = v->state.run;
    Machine *m = r->machine;
    uint64_t exact = m->exact_time, numbered = m->numbered;
    bool without_frees = frees_may_differ(m);
    v->limited = false;
    for (uint32_t k = 0; k < m->nslots;
         k++) /* a new thread may have the registers of another one */
        if (m->threads[k]) state_text_overwrite_dead(m, m->threads[k]);
    for (uint64_t n = 0; n < AHEAD && may_compare(v, exact); n++) {
        int threads[MAX_THREADS];
        uint32_t outcomes[MAX_OUTCOMES];
        unsigned count = run_enabled(r, threads), noutcomes;
        if (!count) break;
        uint64_t draw = hash_combine(way, n);
        int thread = threads[draw % count];
        const Operation *o = &m->threads[thread]->pending;
        if (o->kind == OPERATION_BRANCH) {
            outcomes[0] = draw >> 32 & 1;
            outcomes[1] = !outcomes[0];
            noutcomes = 2;
        } else
            noutcomes = run_outcomes(r, thread, outcomes);
        Action a;
        bool done = false;
        uint32_t outcome = 0;
        for (unsigned k = 0; k < noutcomes && !done; k++) {
            outcome = outcomes[(draw + k) % noutcomes];
            done = verify_execute(v, thread, outcome, &a);
        }
        if (!done) break;
        /* The number of an initialisation counts operations of its thread, which no state does. It
         * only tells the object from what was there before. */
        if (m->numbered != numbered) return may_compare(v, exact);
        str_addf(out, "\n%s %s@%llx=%u:", m->slot_names[thread], operation_names[a.op.kind],
                 (unsigned long long)a.op.object, outcome);
        /* A thread begins with what another one left in its registers. What nothing depends on is
         * loaded to be stored again. */
        if (!m->ninputs && !m->unread && a.op.kind != OPERATION_START)
            str_addf(out, " values %llx", (unsigned long long)v->values);
        if (m->ninputs) take_decided_branches(v);
        put_standing(out, m);
    }
    if (!may_compare(v, exact)) return false;
    /* Equal states may have other constraints and names of inputs. */
    if (m->ninputs) return true;
    StrBuf before = v->state.text;
    v->state.without_frees = without_frees;
    state_text_put(&v->state);
    v->state.without_frees = false;
    str_addf(out, "\nstate %llx",
             (unsigned long long)hash_bytes(v->state.text.data, v->state.text.len, 7));
    vec_free(&v->state.text);
    v->state.text = before;
    return true;
}

/*
 * Continues the state on some ways and returns what happens; the caller frees it. The ways follow
 * from the fingerprint, so that they are the same for all states taken for equal. The machine is
 * restored. Returns NULL if nothing can be said.
 */
static char *look_ahead(Verify *v, const History *h, Fingerprint f) {
    Run *r = v->state.run;
    Machine *m = r->machine;
    if (is_particular(v, h)) return NULL;
    size_t length = r->history.path.len;
    uint64_t exact = m->exact_time;
    StrBuf out = {0};
    bool fine = true;
    for (uint64_t way = 0; way < WAYS_AHEAD && fine; way++) {
        if (m->ninputs) take_decided_branches(v);
        put_standing(&out, m);
        fine = go_ahead(v, hash_combine(f.b, way), &out);
        cut_back(v, length);
        m->exact_time = exact;
    }
    if (!fine) vec_free(&out);
    return fine ? out.data : NULL;
}

/* --- comparing -------------------------------------------------------------------------------- */

/* Returns the first lines of two texts that differ. */
static char *first_difference(const char *a, const char *b) {
    while (*a && *b) {
        size_t x = strcspn(a, "\n"), y = strcspn(b, "\n");
        if (x != y || memcmp(a, b, x)) break;
        a += x + (a[x] == '\n');
        b += y + (b[y] == '\n');
    }
    return xasprintf("'%.*s' or '%.*s'", (int)MIN(strcspn(a, "\n"), 600), a,
                     (int)MIN(strcspn(b, "\n"), 600), b);
}

static void tell_missed(const Machine *m, const Entry *x, const Entry *y) {
    static uint64_t shown;
    const char *show = getenv("HEDDLE_VERIFY_SHOW");
    if (!show || shown >= strtoull(show, NULL, 10)) return;
    shown++;
    fprintf(stderr, "verify: one state, two fingerprints: after %s and after %s;", x->event,
            y->event);
    Fingerprint all = {0, 0};
    for (uint32_t k = 0; k < MAX(x->nparts, y->nparts); k++) {
        const Part none = {0}, *p = k < x->nparts ? &x->parts[k] : &none,
                   *q = k < y->nparts ? &y->parts[k] : &none;
        all.a += p->changes.a - q->changes.a;
        uint64_t position = p->state.a - p->changes.a, other = q->state.a - q->changes.a;
        if (p->open != q->open)
            fprintf(stderr, " open accesses of %s differ;", m->slot_names[k]);
        else if (position != other)
            fprintf(stderr, " positions of %s differ;", m->slot_names[k]);
    }
    fprintf(stderr, " the sums of changes are %s\n", all.a ? "not equal" : "equal");
}

/* Whether the time is over. */
static bool verify_is_over(const Run *r) {
    return r->machine->stop_now || (r->hooks.interrupted && r->hooks.interrupted(r->hooks.context));
}

/* Brings the second machine to the causal history of `e`. False, counted and reported, if it does
 * not repeat there. */
static bool repeat_history(Verify *v, const History *h, const Machine *first, const Event *e) {
    const EventList *path = &v->state.run->history.path;
    size_t done = 0;
    bool common = true, stopped = false;
    char *why = NULL;
    for (size_t k = 0; k < h->path.len && !why; k++) {
        const Event *x = h->path.data[k];
        if (!event_precedes(x, e)) continue;
        common = common && done < path->len && path->data[done]->name == x->name;
        if (!common) {
            if (path->len > done) cut_back(v, done);
            why = verify_repeat_event(v, first, x);
            /* When the time is over, a step of the second machine is incomplete or undecided. */
            if (why && verify_is_over(v->state.run)) stopped = true;
            if (why && !stopped) {
                char *a = action_text(first, &e->action), *b = action_text(first, &x->action);
                fprintf(stderr, "verify: the causal history of %s does not repeat: at %s: %s\n", a,
                        b, why);
                free(a);
                free(b);
            }
        }
        done++;
    }
    cut_back(v, why ? 0 : done);
    total.failed += why && !stopped;
    /* A run stopped by the end of the time is not in a state. */
    bool fine = !why && !v->state.run->machine->stop_now;
    free(why);
    return fine;
}

/* Checks that the current state and one with its fingerprint continue in the same way, even if
 * their texts differ or agree: parts missing from the texts may distinguish the two. */
static void compare_ahead(Verify *v, History *h, const Machine *first, const Entry *same,
                          Fingerprint f) {
    char *ahead = same->ahead ? look_ahead(v, h, f) : NULL;
    total.compared += ahead != NULL;
    if (ahead && strcmp(ahead, same->ahead)) {
        char *what = first_difference(same->ahead, ahead),
             *event = action_text(first, &vec_last(&h->path)->action);
        fprintf(stderr,
                "verify: hidden state: after %s and after %s the states are taken for equal, and "
                "go on with "
                "%s; the states: %s%s\n",
                same->event, event, what, same->text,
                strcmp(same->text, v->state.text.data) ? v->state.text.data : "(both)");
        free(what);
        free(event);
        total.hidden++;
    }
    free(ahead);
}

/* Compares the current state, whose text is made, with earlier ones, and keeps it if it is new. */
static void compare_state(Verify *v, History *h, const Machine *first, Fingerprint f) {
    const Event *e = vec_last(&h->path);
    uint64_t hash = hash_bytes(v->state.text.data, v->state.text.len, 7);
    const Entry *all = v->entries.data, *same = NULL, *equal = NULL;
    const char *text = v->state.text.data;
    /* Prefer an equal state among several with this fingerprint. */
    uint32_t first_same =
                 index_find(&v->by_fingerprint, f.a, n, fingerprint_same(all[n].fingerprint, f)),
             number =
                 index_find(&v->by_fingerprint, f.a, n,
                            fingerprint_same(all[n].fingerprint, f) && !strcmp(all[n].text, text));
    if (number == INDEX_NONE) number = first_same;
    if (number != INDEX_NONE) same = &all[number];
    number = index_find(&v->by_text, hash, n, !strcmp(all[n].text, text));
    if (number != INDEX_NONE) equal = &all[number];
    if (same && same == equal) {
        compare_ahead(v, h, first, same, f);
        free(v->state.text.data);
        return;
    }
    if (same) compare_ahead(v, h, first, same, f);
    Entry n = {.fingerprint = f,
               .hash = hash,
               .text = v->state.text.data,
               .event = action_text(first, &e->action),
               .ahead = look_ahead(v, h, f),
               .parts = xcalloc(e->nclock, sizeof *n.parts),
               .nparts = e->nclock};
    for (uint32_t u = 0; u < e->nclock; u++) {
        uint32_t last = event_clock(e, u);
        const Event *x = last ? history_own(h, u, last) : NULL;
        if (x) n.parts[u] = (Part){x->changes, x->state, x->open};
    }
    if (same && strcmp(same->text, n.text)) {
        char *what = first_difference(same->text, n.text);
        fprintf(stderr, "verify: one fingerprint, two states: after %s and after %s: %s\n",
                same->event, n.event, what);
        free(what);
        total.collisions++;
    } else if (!same)
        total.fingerprints++;
    if (!equal)
        total.texts++;
    else if (!same) {
        /* Possible races are not part of the text if happens-before is judged, nor is who knows of
         * which time or free. */
        total.missed += !h->judges && !first->time_spreads && !first->frees_spread;
        tell_missed(first, equal, &n);
    }
    v->bytes += v->state.text.len;
    index_add(&v->by_fingerprint, f.a, (uint32_t)v->entries.len);
    index_add(&v->by_text, hash, (uint32_t)v->entries.len);
    vec_push(&v->entries, n);
    if (v->bytes > MAX_BYTES) v->full = total.truncated = true;
}

static void verify_check_event(Verify **at, Run *r, Fingerprint f) {
    const Machine *first = r->machine;
    if (!*at) *at = verify_new(r);
    Verify *v = *at;
    Machine *m = v->state.run->machine;
    if (v->full) return;
    for (uint32_t k = m->nslots; k < first->nslots; k++) machine_add_slot(m, first->slot_names[k]);
    if (v->state.start == SIZE_MAX) begin_pass(v, first);
    /* If the current step depends on more than the events, this pass is given up, and another one
     * will have that information. */
    if (r->raced || count_ordered(first) != v->ordered) return;
    total.events++;
    if (!repeat_history(v, &r->history, first, vec_last(&r->history.path))) return;
    state_text_put(&v->state);
    compare_state(v, &r->history, first, f);
}

static void verify_event(Verify **at, Run *r, Fingerprint f) {
    /* The fingerprint itself selects, so that all events with a selected fingerprint are
     * checked. */
    if (hash_mix(f.a) % SAMPLE) return;
    /* Protects the totals. It may be held by a thread that waits for its turn, which is over only
     * once this one goes on: then the event is not checked. */
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (pthread_mutex_trylock(&lock)) return;
    verify_check_event(at, r, f);
    /* Looking ahead may have created threads that the run does not have yet: they get the same
     * numbers there. */
    const Machine *own = (*at)->state.run->machine;
    while (r->machine->nslots < own->nslots)
        machine_add_slot(r->machine, own->slot_names[r->machine->nslots]);
    pthread_mutex_unlock(&lock);
}

static void verify_started(Run *r) { verify_clear(r->verify); }
static void verify_decided(Run *r, Fingerprint f) { verify_event(&r->verify, r, f); }
static void verify_freed(Run *r) { verify_free(r->verify); }

const RunObserver verify_observer = {
    .started = verify_started, .decided = verify_decided, .freed = verify_freed};
