/* any_threads.c — see any_threads.h. */
#include "strategies/parametric/parametric.h"
#include "run/describe.h"
#include "vm/memory/access_log.h"
#include "vm/state/fingerprint.h"
#include <stdlib.h>

/* Limits: threads at once, and nodes of the tree. */
#define MOST_ALIVE 6
#define MOST_NODES 200000

/* --- what a run must not show ----------------------------------------------------------------- */

/* An abort that is no error ends the process like other ends. */
static void on_fault(void *proof, Run *r, const Fault *f) {
    Proof *p = proof;
    Finding *x = describe_fault(r, f);
    bool abort = !strcmp(x->kind, "abort");
    if (!abort || !campaign_is_suppressed(p->c, x)) {
        /* A pass with more threads will meet the abort, and say whether it is one to tell. */
        p->later |= abort && !p->refused && !p->forgets;
        proof_refuse(p, p->forgets
                            ? "an execution that forgets values of variables ends in an error"
                            : "an execution with few threads ends in an error");
    }
    finding_free(x);
}

/* A race on a variable that nothing depends on is no matter unless races are looked for. */
static void on_race(void *proof, Run *r, const RaceAccess *a, const RaceAccess *b) {
    const Proof *p = proof;
    uint64_t start = a->word << 3, end = start + 8 * MAX(b->words, 1);
    bool unread = true;
    for (uint64_t k = start; k < end && unread; k++)
        unread = machine_is_unread(r->machine, k) || !((a->mask | b->mask) >> (k & 7) & 1);
    if (unread && !a->vague && !b->vague && !p->c->shared->options->run.check_race) return;
    proof_refuse(proof, "memory that is not the program's own variables is shared");
}

static void on_incomplete(void *proof, const char *text) {
    (void)text;
    proof_refuse(proof, "values were dropped in an execution");
}

static void on_order(void *proof, Run *r, uint64_t object) {
    (void)r, (void)object;
    proof_refuse(proof, "operations depend on each other more than expected");
}

static void on_show(void *proof, Run *r, VisibleRange bytes) {
    (void)r, (void)bytes;
    proof_refuse(proof, "it looks at more than its variables");
}

static void on_slice(void *proof, Run *r, const Event *e, const LogEntry *log, size_t n) {
    Proof *p = proof;
    (void)r, (void)e;
    for (size_t k = 0; k < n; k++) vec_push(&p->accesses, log[k]);
}

static bool on_interrupted(void *proof) { return campaign_stop(((Proof *)proof)->c); }

/* --- steps ------------------------------------------------------------------------------------ */

/* The size of what the runtime tells a thread at its start (`struct start`, runtime/thread.c). */
#define START_BYTES 160

/* Whether a thread keeps to its registers and to variables of the program. */
static bool keeps_to_variables(Proof *p, int slot, uint64_t argument) {
    const Thread *t = p->run->machine->threads[slot];
    for (size_t k = 0; slot && k < p->accesses.len; k++) {
        const LogEntry *l = &p->accesses.data[k];
        uint64_t address = l->word << 3, end = address + 8 * MAX(l->words, 1);
        if (l->vague) return proof_refuse(p, "an address depends on inputs");
        if (end > t->region && address < t->region + region_size((uint32_t)slot)) continue;
        if (address >= REGION_BASE && (address < argument || end > argument + START_BYTES))
            return proof_refuse(p, "a thread uses memory of another one");
    }
    return true;
}

#define MOST_KINDS 32 /* routines with their arguments */

/* Notes what main's creation made. */
static bool note_creation(Proof *p, const Action *a, uint32_t *created) {
    Machine *m = p->run->machine;
    int slot = a->op.target;
    if (a->thread || slot <= 0) return proof_refuse(p, "threads create threads");
    uint64_t kind = symmetry_kind_created(p->symmetry, m, a, true);
    if (!kind) return proof_refuse(p, "threads may be told apart");
    while (p->kinds.len <= (size_t)slot) vec_push(&p->kinds, 0);
    p->kinds.data[slot] = kind;
    hash_set_add(&p->all_kinds, kind);
    if (p->all_kinds.len > MOST_KINDS) return proof_refuse(p, "there are many kinds of threads");
    return proof_local_state(p, slot, created);
}

/* A state: the shared one, and how often which local one. */
static bool add_state(Proof *p, uint32_t shared, const uint32_t *locals, unsigned n) {
    uint64_t sum = hash_mix(shared + 1ull) * 3;
    for (unsigned k = 0; k < n; k++) sum += hash_mix(hash_mix(locals[k] + 1ull) + 7);
    return hash_set_add(&p->seen, sum | 1);
}

/* Adds what an atomic section accessed of the variables. */
static void note_section(Proof *p, uint32_t shared, uint32_t local) {
    for (size_t k = 0; k < p->accesses.len; k++) {
        const LogEntry *l = &p->accesses.data[k];
        if (!l->section || l->word << 3 >= REGION_BASE) continue;
        for (unsigned b = 0; l->words == 1 && b < 8; b++)
            if ((l->reads | l->writes) >> b & 1)
                coverability_touches(p->cover, shared, local, (l->word << 3) + b, 1,
                                     l->writes >> b & 1);
        if (l->words > 1)
            coverability_touches(p->cover, shared, local, l->word << 3, (uint32_t)l->words * 8,
                                 l->writes != 0);
    }
}

/* A step that a thread can take in a state, and whether it was unknown so far. */
typedef struct Move {
    Choice choice;
    uint32_t local;
    bool is_new;
} Move;

typedef struct Place {
    VEC(Move) moves;
    uint32_t next, shared;
    bool section; /* someone stands within an atomic section */
} Place;

/* Takes a step and adds it to the system. False: it is infeasible. */
static bool take_move(Proof *p, const Place *here, const Move *x) {
    Run *r = p->run;
    Machine *m = r->machine;
    int thread = x->choice.thread;
    const Thread *t = m->threads[thread];
    uint64_t argument = t->pending.kind == OPERATION_START ? t->regs[0] : 0;
    uint32_t next, then = COVERABILITY_NONE;
    p->accesses.len = 0;
    if (!run_step(r, thread, x->choice.outcome)) return false;
    const Action *a = &vec_last(&r->history.path)->action;
    if (operation_is_misplaced_unlock(a))
        proof_refuse(p, "a mutex is unlocked by a thread that does not hold it");
    if (m->exited || m->parked || m->stop_now)
        proof_refuse(p, "the process ends at once, or a thread runs for long");
    if (p->refused || !keeps_to_variables(p, thread, argument)) return true;
    proof_begin_state(p);
    proof_forget(p, a, here->section);
    if (p->refused) return true;
    if (a->op.kind == OPERATION_CREATE && !note_creation(p, a, &then)) return true;
    if (thread && !proof_local_state(p, thread, &then)) return true;
    if (!proof_shared_state(p, &next) || !x->is_new) return true;
    coverability_step(p->cover, here->shared, x->local, next, then);
    note_section(p, here->shared, x->local);
    return true;
}

/* Whether the operation depends on variables, on mutexes, and on its own thread only. The end of
 * the process is understood since nothing follows it. */
static bool is_understood(const Operation *o) {
    switch (o->kind) {
    case OPERATION_START:
    case OPERATION_CREATE:
    case OPERATION_EXIT:
    case OPERATION_LOCK:
    case OPERATION_TRYLOCK:
    case OPERATION_UNLOCK:
    case OPERATION_LOAD:
    case OPERATION_STORE:
    case OPERATION_RMW:
    case OPERATION_SECTION:
    case OPERATION_BRANCH:
    case OPERATION_PROCESS_EXIT: return true;
    default: return false;
    }
}

/* Adds the moves of a thread, none if it has to wait or is about to end the process. */
static void add_moves(Proof *p, Place *here, int thread, uint32_t local, bool enabled) {
    uint32_t outcomes[MAX_OUTCOMES];
    Machine *m = p->run->machine;
    if (!is_understood(&m->threads[thread]->pending))
        proof_refuse(p, "a thread does more than to use variables, mutexes and inputs");
    bool is_new = !coverability_know(p->cover, here->shared, local);
    bool ends = m->threads[thread]->pending.kind == OPERATION_PROCESS_EXIT;
    unsigned some = enabled && !ends ? operation_outcomes(m, thread, outcomes) : 0;
    for (unsigned j = 0; j < some; j++) {
        Move x = {{thread, outcomes[j]}, local, is_new};
        vec_push(&here->moves, x);
    }
}

/* Finds the moves in the present state; of threads that stand alike, those of one. False: the state
 * is known, or nothing can be said of it. */
static bool place_here(Proof *p, Place *here) {
    Run *r = p->run;
    const Machine *m = r->machine;
    int threads[MAX_THREADS], slot[MOST_ALIVE];
    uint32_t locals[MOST_ALIVE];
    bool enabled[MAX_THREADS] = {false};
    unsigned n = 0;
    proof_begin_state(p);
    *here = (Place){.section = p->alone >= 0};
    if (!proof_shared_state(p, &here->shared)) return false;
    for (uint32_t k = 1; k < m->nslots; k++) {
        if (!m->threads[k] || m->threads[k]->status != THREAD_READY) continue;
        slot[n] = (int)k;
        if (!proof_local_state(p, (int)k, &locals[n++])) return false;
    }
    if (!add_state(p, here->shared, locals, n)) return false;
    unsigned ready = run_enabled(r, threads);
    for (unsigned k = 0; k < ready; k++) enabled[threads[k]] = true;
    const Thread *main = m->threads[0];
    if (main->status != THREAD_READY)
        coverability_know(p->cover, here->shared, COVERABILITY_MAIN); /* it takes no step */
    else if (main->pending.kind != OPERATION_CREATE || n < p->alive)
        add_moves(p, here, 0, COVERABILITY_MAIN, enabled[0]);
    for (unsigned k = 0; k < n; k++) {
        bool first = true;
        for (unsigned j = 0; j < k; j++) first &= locals[j] != locals[k];
        if (first) add_moves(p, here, slot[k], locals[k], enabled[slot[k]]);
    }
    return !p->refused;
}

/* --- executions ------------------------------------------------------------------------------- */

/* The costs of a step, of a byte of a state, and of a marking, in instructions that take about as
 * long; and the work that is spent in any case, beside a half of what the exploration took so
 * far. */
#define STEP_WORK 8000
#define BYTE_WORK 6
#define MARKING_WORK 4000
#define BYTES_A_WORK 16 /* of those that an instruction works on at once */
#define LEAST_WORK 400000000ull
#define FIRST_WORK 50000000ull /* before the first pass */

static bool is_over(Proof *p) {
    const Machine *m = p->run->machine;
    uint64_t solver = campaign_work(p->c) - p->c->search_work - p->others_work;
    uint64_t work = m->instructions + m->work / BYTES_A_WORK + STEP_WORK * p->run->nsteps +
                    BYTE_WORK * p->hashed + MARKING_WORK * p->markings;
    p->c->search_work += work - p->work;
    p->work = work;
    bool large = !p->refused && work + solver > p->most_work;
    p->later |= large;
    p->large |= large || p->limited;
    if (p->limited) proof_refuse(p, "a variable has many values");
    if (p->later) proof_refuse(p, "it takes more states than are looked at so far");
    return p->refused || campaign_stop(p->c);
}

/* Executes everything with so many threads at once, each state once. */
static void execute_all(Proof *p) {
    VEC(Place) stack = {0};
    Place next;
    hash_set_clear(&p->seen);
    run_undo(p->run, p->begins);
    if (place_here(p, &next)) vec_push(&stack, next);
    while (stack.len && !is_over(p)) {
        Place *here = &vec_last(&stack);
        bool down = false;
        while (here->next < here->moves.len && !down && !p->refused)
            down = take_move(p, here, &here->moves.data[here->next++]);
        if (down && !p->refused && place_here(p, &next)) {
            vec_push(&stack, next);
            continue;
        }
        if (down) {
            run_undo(p->run, p->begins + stack.len - 1);
            if (!p->refused) vec_free(&next.moves);
            continue;
        }
        vec_free(&here->moves);
        stack.len--;
        if (stack.len) run_undo(p->run, p->begins + stack.len - 1);
    }
    for (size_t k = 0; k < stack.len; k++) vec_free(&stack.data[k].moves);
    vec_free(&stack);
}

#define MOST_BEFORE 10000 /* steps of main before it creates a thread */

/* Lets main come to where it creates the first thread, or asks about an input. */
static bool begin(Proof *p) {
    Run *r = p->run;
    Machine *m = r->machine;
    int threads[MAX_THREADS];
    uint32_t outcomes[MAX_OUTCOMES];
    run_start(r, p->visible.data, p->visible.len);
    p->arguments = r->machine->threads[0]->heap->nblocks;
    while (m->threads[0]->pending.kind != OPERATION_CREATE &&
           m->threads[0]->pending.kind != OPERATION_BRANCH && !is_over(p)) {
        if (run_enabled(r, threads) != 1 || threads[0] || !is_understood(&m->threads[0]->pending) ||
            operation_outcomes(m, 0, outcomes) != 1 || r->history.path.len > MOST_BEFORE)
            return proof_refuse(p, "main does something else before it creates threads");
        run_step(r, 0, outcomes[0]);
    }
    p->begins = r->history.path.len;
    uint64_t size = p->c->shared->program->image_size;
    p->before = xmalloc(size + 1);
    memcpy(p->before, m->memory->base + GLOBALS_BASE, size);
    proof_begin_state(p);
    return !is_over(p) && proof_shared_state(p, &p->first);
}

static bool stops(void *proof) {
    Proof *p = proof;
    p->markings++;
    return is_over(p);
}

/* Counts after executions with more and more threads. */
static bool prove(Proof *p) {
    bool races = p->c->shared->options->run.check_race;
    for (p->alive = 1; p->alive <= MOST_ALIVE; p->alive++) {
        execute_all(p);
        if (is_over(p)) return false;
        switch (coverability_explore(p->cover, p->first, races, MOST_NODES, stops, p)) {
        case COVERABILITY_CLOSED: return true;
        case COVERABILITY_UNKNOWN: continue;
        case COVERABILITY_RACE: return proof_refuse(p, "two threads may race");
        case COVERABILITY_DEADLOCK: return proof_refuse(p, "threads may wait for each other");
        case COVERABILITY_LARGE:
            p->large = true;
            return proof_refuse(p, "there are too many states");
        }
    }
    p->large = true;
    return proof_refuse(p, "more threads meet more states");
}

static char *describe_proof(const Proof *p) {
    uint32_t shared, locals, nodes;
    StrBuf text = {0};
    coverability_count(p->cover, &shared, &locals, &nodes);
    str_addf(&text,
             "any number of threads: %u states that they share, %u in which a thread can be, "
             "%u of how many are in which; all met with at most %u at once",
             shared, locals, nodes, p->alive);
    const char *before = "; with any value of ";
    for (size_t k = 0; k < p->variables.len; k++) {
        if (!p->variables.data[k].any) continue;
        str_addf(&text, "%s%s", before, p->variables.data[k].name);
        before = ", ";
    }
    return text.data;
}

/* Whether no pass with a bound has ended: the first ones are to follow soon. */
static bool is_first(const Campaign *c) { return !c->result->threads_explored; }

static void open_proof(Proof *p, Campaign *c) {
    const CampaignOptions *o = c->shared->options;
    RunHooks hooks = {.context = p,
                      .fault = on_fault,
                      .race = on_race,
                      .incomplete = on_incomplete,
                      .order = on_order,
                      .show = on_show,
                      .slice = on_slice,
                      .interrupted = on_interrupted};
    MachineOptions mo = campaign_machine_options(o);
    uint64_t least = o->explore.proof_work ? o->explore.proof_work
                     : is_first(c)         ? FIRST_WORK
                                           : LEAST_WORK;
    *p = (Proof){.c = c,
                 .most_work = MAX(least, campaign_work(c) / 2),
                 .others_work = campaign_work(c) - c->search_work};
    p->symmetry = symmetry_new(c->shared->program, 1);
    mo.run.check_race = true; /* for the logs of accesses */
    p->run = run_new(c->shared->program, &mo, &hooks, c->pool, c->solver);
    p->run->machine->logs_always = true; /* what atomic sections access, too */
    p->cover = coverability_new();
    p->canonical = canonical_new();
    p->fresh = substitution_new(c->pool);
    proof_find_variables(p);
}

static void close_proof(Proof *p) {
    run_free(p->run);
    coverability_free(p->cover);
    canonical_free(p->canonical);
    substitution_free(p->fresh);
    proof_free_variables(&p->variables);
    vec_free(&p->exprs);
    vec_free(&p->accesses);
    vec_free(&p->owners);
    vec_free(&p->rigid);
    vec_free(&p->memories);
    index_free(&p->memories_at);
    symmetry_free(p->symmetry);
    free(p->before);
    vec_free(&p->visible);
    vec_free(&p->fixed);
    vec_free(&p->kinds);
    hash_set_free(&p->seen);
    hash_set_free(&p->all_kinds);
}

static bool attempt(Proof *p) {
    bool proved = begin(p) && prove(p);
    return p->run->machine->tells_time ? proof_refuse(p, "it looks at the time") : proved;
}

/* Replaces an attempt that came to a limit by another one: variables that had many values may have
 * any (`widen`), or there is no limit on how many they have. False: it is not proved either. */
static bool attempt_again(Proof *p, bool widen) {
    Variables before = p->variables;
    bool later = p->later;
    p->variables = (Variables){0};
    close_proof(p);
    open_proof(p, p->c);
    bool changed = !widen || proof_widen(p, &before);
    proof_free_variables(&before);
    p->unlimited = !widen;
    bool proved = changed && attempt(p);
    p->later |= later;
    return proved;
}

AnyThreadsEnd prove_any_threads(Campaign *c, char **text) {
    Proof p;
    const CampaignOptions *o = c->shared->options;
    *text = NULL;
    if ((o->system && o->system->max_faults) || o->run.check_leak ||
        (o->run.check_race && c->shared->program->weak_atomics)) {
        *text =
            xstrdup("with faults, with leaks, or with relaxed atomics where races are looked for");
        return ANY_THREADS_REFUSED;
    }
    open_proof(&p, c);
    if (!p.symmetry) {
        *text = xstrdup("the program's code may tell threads apart");
        close_proof(&p);
        return ANY_THREADS_REFUSED;
    }
    bool proved = attempt(&p), limited = p.limited;
    if (!proved && p.large) proved = attempt_again(&p, true);
    if (!proved && limited && !is_first(c) && !campaign_stop(c)) proved = attempt_again(&p, false);
    p.later |= limited && is_first(c);
    /* Executions that forget may come to code that the program does not reach. */
    if (proved && !p.forgets) machine_merge(c->run->machine, p.run->machine);
    if (proved)
        *text = describe_proof(&p);
    else if (p.refused)
        *text = xstrdup(p.refused);
    AnyThreadsEnd end = proved                  ? ANY_THREADS_PROVED
                        : p.later || !p.refused ? ANY_THREADS_LATER
                                                : ANY_THREADS_REFUSED;
    close_proof(&p);
    return end;
}
