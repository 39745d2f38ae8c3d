/*
 * sat_backend.c — bit-blasting and CaDiCaL, behind backend.h.
 *
 * One instance lives on from query to query. Constraints are assumed, never added, so that what was
 * learnt stays valid; the failed assumptions are an unsatisfiable core. States that share a prefix
 * of the path share its circuits. Circuits of earlier queries take part in the search, too. What
 * that costs is added up, and the instance is made anew once it has cost as much as that.
 *
 * Limits count work that is the same in each execution: gates that are made, clauses that are
 * learnt, and how often CaDiCaL asks whether to stop.
 */
#include "solver/backends/backend.h"
#include "solver/blast/blast.h"
#include "solver/reads.h"
#include <stdlib.h>

/* Work in steps, of which 10,000 take about a millisecond (see SolverStats). Measured beside Z3's
 * steps on products of 64 bits, quotients, and a law of distribution, where a millisecond has twice
 * as many steps as with Z3 at most. Inverting a hash function takes five times as long a step. */
#define STEPS_PER_GATE 2
#define STEPS_PER_LOOK 80 /* about every tenth decision or conflict */
#define STEPS_PER_CONFLICT 200
#define GATES_PER_CONFLICT_STEP 75 /* a conflict goes through a part of the circuits */
#define STEPS_PER_MS 10000
/* What a gate that the query does not need costs in its search, in proportion to making it; and the
 * cost of a new instance without gates, in gates. */
#define GATES_PER_BURDEN 64
#define GATES_PER_INSTANCE 500
/* Patience is how much of the circuits that a query does not need counts as cost of a new instance,
 * in parts of MOST_PATIENCE. It grows from nothing to all of them while new instances make again
 * what the ones before had. */
#define MOST_PATIENCE 64
#define LEAST_PATIENCE 8
/* The largest instance, of about 120 bytes a gate; an instance of half the size is made anew. */
#define MOST_GATES 6000000

typedef struct SatBackend {
    Blast blast;
    /* By id of a constraint: 1 + the size of the circuits that were made for it; 0: none yet. */
    uint32_t *used_at;
    size_t used_cap;
    VEC(uint32_t) used;
    uint64_t size;    /* of all circuits */
    uint64_t burden;  /* at most what those cost so far that queries did not need */
    uint64_t checked; /* the same, when circuits that constraints share were counted last */
    uint64_t queries; /* since then */
    uint64_t shared;  /* the size that the query needed then */
    unsigned patience;
    atomic_bool interrupted;
    uint64_t looks;   /* of this query */
    uint64_t learned; /* clauses before this query */
    uint64_t before;  /* `size` before this query */
    uint64_t most;    /* the limit of its steps; 0: none */
} SatBackend;

static uint64_t steps_of(const SatBackend *z) {
    uint64_t conflicts = sat_learned(z->blast.gates.sat) - z->learned;
    return STEPS_PER_GATE * z->blast.gates.made + STEPS_PER_LOOK * z->looks +
           conflicts * (STEPS_PER_CONFLICT + z->size / GATES_PER_CONFLICT_STEP);
}

/* Whether the query must end, at its limit or by an interruption. */
static bool sat_query_stops(void *self) {
    SatBackend *z = self;
    z->looks++;
    return (z->most && steps_of(z) > z->most) ||
           atomic_load_explicit(&z->interrupted, memory_order_relaxed);
}

static bool translation_stops(void *self) {
    SatBackend *z = self;
    return (z->most && steps_of(z) > z->most) || z->before + z->blast.gates.made > MOST_GATES ||
           atomic_load_explicit(&z->interrupted, memory_order_relaxed);
}

static void instance_close(SatBackend *z) {
    if (!z->blast.gates.sat) return;
    blast_close(&z->blast);
    for (size_t k = 0; k < z->used.len; k++) z->used_at[z->used.data[k]] = 0;
    z->used.len = 0;
    z->size = z->burden = z->checked = z->queries = z->shared = 0;
}

static void *sat_backend_create(ExprPool *pool) {
    SatBackend *z = xcalloc(1, sizeof *z);
    z->blast.pool = pool;
    return z;
}

static void sat_backend_destroy(void *self) {
    SatBackend *z = self;
    instance_close(z);
    blast_free(&z->blast);
    free(z->used_at);
    vec_free(&z->used);
    free(z);
}

/* Closes the instance, and forgets what those before it had. */
static void sat_backend_forget(void *self) {
    SatBackend *z = self;
    instance_close(z);
    blast_forget(&z->blast);
    z->patience = 0;
}

static void sat_backend_interrupt(void *self) {
    SatBackend *z = self;
    atomic_store_explicit(&z->interrupted, true, memory_order_relaxed);
}

/* Notes how large the circuits are that were made for a constraint. */
static void note_used(SatBackend *z, uint32_t id, uint64_t size) {
    if (id >= z->used_cap) {
        size_t cap = (size_t)id + id / 2 + 1024;
        z->used_at = xrealloc(z->used_at, cap * sizeof *z->used_at);
        memset(z->used_at + z->used_cap, 0, (cap - z->used_cap) * sizeof *z->used_at);
        z->used_cap = cap;
    }
    if (z->used_at[id]) return;
    z->used_at[id] = (uint32_t)MIN(size, UINT32_MAX - 1) + 1;
    vec_push(&z->used, id);
    z->size += size;
}

/* The size of the circuits that were made for the query's constraints first. */
static uint64_t own_size(const SatBackend *z, const BackendQuery *q) {
    uint64_t size = 0;
    for (size_t k = 0; k < q->n; k++) {
        uint32_t id = q->constraint[k]->id;
        if (id < z->used_cap && z->used_at[id]) size += z->used_at[id] - 1;
    }
    invariant(size <= z->size);
    return size;
}

/* Counts the circuits that the query needs with those that other constraints were first to need,
 * and corrects the burden: the queries since the last count are taken to have needed as much. */
static void count_shared(SatBackend *z, const BackendQuery *q) {
    z->shared = MIN(blast_size(&z->blast, q->constraint, q->n), z->size);
    uint64_t unneeded = (z->size - z->shared) / GATES_PER_BURDEN;
    z->burden = z->checked = MIN(z->burden, z->checked + z->queries * unneeded);
    z->queries = 0;
}

/* Closes the instance. It was opened too early if most of it was there before. */
static void instance_replace(SatBackend *z) {
    if (z->blast.remade > z->size / 2)
        z->patience = z->patience ? MIN(2 * z->patience, (unsigned)MOST_PATIENCE) : LEAST_PATIENCE;
    else
        z->patience = z->patience > LEAST_PATIENCE ? z->patience / 2 : 0;
    instance_close(z);
}

/* What it may cost to keep an instance of which a query needs so much. */
static uint64_t burden_allowed(const SatBackend *z, uint64_t needed) {
    return needed + GATES_PER_INSTANCE + (z->size - needed) / MOST_PATIENCE * z->patience;
}

/* Makes the instance anew if circuits that queries did not need have cost as much. */
static void instance_renew(SatBackend *z, const BackendQuery *q) {
    uint64_t own = own_size(z, q);
    if (z->burden > burden_allowed(z, MAX(own, z->shared))) count_shared(z, q);
    bool burdened = z->burden > burden_allowed(z, MAX(own, z->shared));
    z->burden += (z->size - own) / GATES_PER_BURDEN;
    z->queries++;
    if (burdened || z->size > MOST_GATES / 2) instance_replace(z);
    if (!z->blast.gates.sat) {
        blast_open(&z->blast, sat_query_stops, z);
        z->blast.remade = 0;
    }
}

static int constraint_wire(const SatBackend *z, const Expr *e) {
    return blast_wires(&z->blast, e)[0];
}

static void sat_read_model(SatBackend *z, BackendQuery *q) {
    for (size_t k = 0; k < q->reads; k++) {
        unsigned value = 0;
        for (unsigned bit = 0; bit < 8 && blast_has(&z->blast, q->read[k]); bit++) {
            int wire = blast_wires(&z->blast, q->read[k])[bit];
            value |= (unsigned)sat_value(z->blast.gates.sat, wire) << bit;
        }
        q->byte[k] = (uint8_t)value;
    }
}

static void read_core(SatBackend *z, BackendQuery *q) {
    q->core_len = 0;
    for (size_t k = 0; k < q->n; k++) {
        int wire = constraint_wire(z, q->constraint[k]);
        if (wire != WIRE_TRUE && sat_failed(z->blast.gates.sat, wire))
            q->core[q->core_len++] = (uint32_t)k;
    }
}

/* Whether the values that were read satisfy the query. */
static bool sat_model_holds(SatBackend *z, const BackendQuery *q) {
    Model *m = reads_overlay(NULL, q->read, q->reads, q->byte);
    bool holds = true;
    for (size_t k = 0; k < q->n && holds; k++)
        holds = expr_eval_trial(z->blast.pool, q->constraint[k], m) != 0;
    model_unref(m);
    return holds;
}

/* Answers the query in the open instance. */
static SolverResult sat_decide(SatBackend *z, BackendQuery *q) {
    for (size_t k = 0; k < q->n; k++) {
        uint64_t before = z->blast.gates.made;
        if (!blast_translate(&z->blast, q->constraint[k], translation_stops, z))
            return SOLVER_UNKNOWN;
        note_used(z, q->constraint[k]->id, z->blast.gates.made - before);
        if (constraint_wire(z, q->constraint[k]) == WIRE_FALSE) {
            q->core[0] = (uint32_t)k;
            q->core_len = 1;
            return SOLVER_UNSAT;
        }
    }
    for (;;) {
        for (size_t k = 0; k < q->n; k++) {
            int wire = constraint_wire(z, q->constraint[k]);
            if (wire != WIRE_TRUE) sat_assume(z->blast.gates.sat, wire);
        }
        SatResult answer = sat_ask(z->blast.gates.sat);
        if (answer == SAT_NO) read_core(z, q);
        if (answer != SAT_YES) return answer == SAT_NO ? SOLVER_UNSAT : SOLVER_UNKNOWN;
        sat_read_model(z, q);
        bool more;
        if (!z->blast.lazy.len || sat_model_holds(z, q)) return SOLVER_SAT;
        if (!blast_refine(&z->blast, translation_stops, z, &more)) return SOLVER_UNKNOWN;
        /* The evaluator and the circuits differ in nothing but lazy tables. */
        invariant(more);
        if (!more) return SOLVER_UNKNOWN;
    }
}

static SolverResult sat_backend_check(void *self, BackendQuery *q) {
    SatBackend *z = self;
    atomic_store_explicit(&z->interrupted, false, memory_order_relaxed);
    instance_renew(z, q);
    z->looks = z->blast.gates.made = 0;
    z->before = z->size;
    z->learned = sat_learned(z->blast.gates.sat);
    z->most = (uint64_t)q->limit_ms * STEPS_PER_MS;
    SolverResult result = sat_decide(z, q);
    q->steps = steps_of(z);
    /* With the gates of a translation that was not finished, and of places in tables. */
    z->size = z->before + z->blast.gates.made;
    /* Where a query ends by an interruption depends on the clock, so nothing of it may stay. */
    if (atomic_load_explicit(&z->interrupted, memory_order_relaxed)) sat_backend_forget(z);
    return result;
}

const BackendOps backend_sat = {.name = "sat",
                                .create = sat_backend_create,
                                .destroy = sat_backend_destroy,
                                .forget = sat_backend_forget,
                                .check = sat_backend_check,
                                .interrupt = sat_backend_interrupt};
