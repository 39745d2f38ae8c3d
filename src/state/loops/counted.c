/* counted.c — see counted.h. */
#include "state/loops/counted.h"
#include "impact/flow.h"
#include "vm/state/fingerprint.h"
#include <stdlib.h>
#include <string.h>

/* Frames from the top that are looked at: the loop's, and those of what it calls. */
#define DEEPEST 4
/* Calls within calls of a loop that are looked into. */
#define DEEPEST_CALL 6

/* What a count, or that and a constant, is compared with: a number, or what is in a register while the loop
 * runs. */
typedef struct Bound {
    bool is_signed, in_register;
    uint64_t value, plus;
} Bound;

typedef struct Loop {
    uint16_t reg;
    unsigned bits;
    uint64_t step;
    uint32_t nblocks;
    bool *in; /* per block of the function */
    VEC(Bound) bounds;
} Loop;

typedef struct FunctionLoops {
    bool known, harmless_known, harmless;
    int locks; /* of a harmless function: mutexes that it takes less those that it gives back */
    uint32_t *block_of;
    VEC(Loop) loops; /* inner ones first */
} FunctionLoops;

struct CountedLoops {
    const Program *program;
    FunctionLoops *functions;
};

CountedLoops *counted_loops_new(const Program *program) {
    CountedLoops *c = xcalloc(1, sizeof *c);
    c->program = program;
    c->functions = xcalloc(program->nfunctions + 1, sizeof *c->functions);
    return c;
}

void counted_loops_free(CountedLoops *c) {
    if (!c) return;
    for (uint32_t k = 0; k < c->program->nfunctions; k++) {
        FunctionLoops *f = &c->functions[k];
        for (size_t n = 0; n < f->loops.len; n++) {
            free(f->loops.data[n].in);
            vec_free(&f->loops.data[n].bounds);
        }
        vec_free(&f->loops);
        free(f->block_of);
    }
    free(c->functions);
    free(c);
}

/* --- what does nothing that a later round could see ---------------------------------------------------- */

static bool is_store(unsigned op) { return op >= OP_STORE8 && op <= OP_STOREX64; }

/* Sleeps are as long as time is not looked at: who is told the time is in another state after one. */
static bool only_sleeps(const Function *f) { return function_keeps(f, SLEEPS); }

static bool is_harmless(CountedLoops *c, const Function *f, int *locks, unsigned depth);

/* Whether an instruction other than a store changes nothing but registers, and mutexes: *locks counts those
 * taken. */
static bool insn_is_harmless(CountedLoops *c, const Insn *i, int *locks, unsigned depth) {
    int more = 0;
    switch (insn_op(i)) {
    case OP_CALL:
        if (!is_harmless(c, &c->program->functions[i->imm], &more, depth + 1)) return false;
        *locks += more;
        return true;
    case OP_ATOMIC: return (i->b & 255) == ATOMIC_LOAD || (i->b & 255) == ATOMIC_FENCE;
    case OP_MISC: return misc_traits[i->b] & REGISTERS_ONLY;
    case OP_BUILTIN:
        *locks += (i->b == BUILTIN_mutex_lock) - (i->b == BUILTIN_mutex_unlock);
        return i->b == BUILTIN_mutex_lock || i->b == BUILTIN_mutex_unlock ||
               builtin_traits[i->b] & REGISTERS_ONLY;
    default: return is_store(insn_op(i)) || op_flags[insn_op(i)] & F_REGISTERS;
    }
}

/* Gives the blocks from `from` on that lead to one of those marked in `to` these marks, too, as far as they
 * are marked in `within` (NULL: all). */
static void mark_leading(const Flow *w, const bool *within, bool *to) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = w->nblocks; b-- > 0;) {
            const FlowBlock *at = &w->blocks[b];
            for (uint32_t k = 0; !to[b] && at->reached && (!within || within[b]) && k < at->nsuccessors; k++)
                changed |= to[b] = to[w->edges[at->successors + k]];
        }
    }
}

/* Goes through the blocks marked in `in` from the beginning on and counts mutexes taken; *locks: how many
 * are where it returns. False where one of the instructions does harm (stores are not looked at), or
 * different ways take different numbers. */
static bool count_locks(CountedLoops *c, const Flow *w, const bool *in, int *locks, unsigned depth) {
    int *held = xcalloc(w->nblocks + 1, sizeof *held);
    bool *seen = xcalloc(w->nblocks + 1, sizeof *seen), fine = true, returned = false;
    VEC(uint32_t) todo = {0};
    vec_push(&todo, 0);
    seen[0] = true;
    while (todo.len && fine) {
        const FlowBlock *at = &w->blocks[vec_last(&todo)];
        int now = held[vec_pop(&todo)];
        for (uint32_t k = at->first; fine && k < at->end; k = flow_next(w->function, k))
            fine = insn_is_harmless(c, &w->function->code[k], &now, depth);
        if (fine && !at->nsuccessors) {
            fine = !returned || *locks == now;
            *locks = now;
            returned = true;
        }
        for (uint32_t k = 0; fine && k < at->nsuccessors; k++) {
            uint32_t to = w->edges[at->successors + k];
            if (in[to] && seen[to])
                fine = held[to] == now;
            else if (in[to]) {
                seen[to] = true;
                held[to] = now;
                vec_push(&todo, to);
            }
        }
    }
    vec_free(&todo);
    free(held);
    free(seen);
    return fine && returned;
}

static bool harmless_code(CountedLoops *c, const Function *f, int *locks, unsigned depth) {
    Flow *w = flow_of(c->program, f);
    bool *returning = xcalloc(w->nblocks + 1, sizeof *returning), fine = !w->returns_twice;
    for (uint32_t b = 0; b < w->nblocks; b++) {
        unsigned op = insn_op(&f->code[w->blocks[b].last]);
        returning[b] = op == OP_RET || op == OP_RETV || op == OP_RETN;
    }
    /* What never returns is in no round. */
    mark_leading(w, NULL, returning);
    for (uint32_t b = 0; b < w->nblocks && fine; b++)
        for (uint32_t k = w->blocks[b].first; returning[b] && k < w->blocks[b].end; k = flow_next(f, k))
            fine &= !is_store(insn_op(&f->code[k]));
    fine = fine && returning[0] && count_locks(c, w, returning, locks, depth);
    free(returning);
    flow_free(w);
    return fine;
}

/* Whether a call of the function changes nothing but mutexes. */
static bool is_harmless(CountedLoops *c, const Function *f, int *locks, unsigned depth) {
    FunctionLoops *known = &c->functions[f - c->program->functions];
    if (!known->harmless_known) {
        known->harmless_known = true; /* one that calls itself is not */
        if (only_sleeps(f))
            known->harmless = true;
        else if (f->code && depth < DEEPEST_CALL)
            known->harmless = harmless_code(c, f, &known->locks, depth);
    }
    /* Who only sleeps takes nothing. */
    invariant(!known->locks || f->code);
    *locks = known->locks;
    return known->harmless;
}

/* --- loops ------------------------------------------------------------------------------------------- */

/* A loop is entered at its head alone: where another block of it begins, control comes from within. */
static void check_loop(const Flow *w, uint32_t head, const bool *in) {
    invariant(in[head]);
    for (uint32_t b = 0; b < w->nblocks; b++)
        for (uint32_t k = 0; in[b] && b != head && k < w->blocks[b].npredecessors; k++) {
            uint32_t from = w->edges[w->blocks[b].predecessors + k];
            invariant(in[from] || !w->blocks[from].reached);
        }
}

/* The loop to `head` from the blocks that lead back to it: those from which one of them is reached without
 * coming by `head`. False where the function's beginning is among them: it can be entered elsewhere. */
static bool find_loop(const Flow *w, uint32_t head, const bool *back, bool *in) {
    memset(in, 0, (w->nblocks + 1) * sizeof *in);
    VEC(uint32_t) todo = {0};
    in[head] = true;
    for (uint32_t b = 0; b < w->nblocks; b++)
        if (back[b] && !in[b]) {
            in[b] = true;
            vec_push(&todo, b);
        }
    while (todo.len) {
        const FlowBlock *at = &w->blocks[vec_pop(&todo)];
        for (uint32_t k = 0; k < at->npredecessors; k++) {
            uint32_t from = w->edges[at->predecessors + k];
            if (in[from] || !w->blocks[from].reached) continue;
            in[from] = true;
            vec_push(&todo, from);
        }
    }
    vec_free(&todo);
    if (unlikely(base_invariants)) check_loop(w, head, in);
    return head == 0 || !in[0];
}

/* Whether a value is the same in each round. */
static bool is_invariant(const Flow *w, const bool *in, uint32_t value) {
    if (value >= w->first_phi) {
        uint32_t b = w->phi_block[value - w->first_phi];
        return b != FLOW_NONE && !in[b];
    }
    uint32_t k = w->value_insn[value];
    return k == FLOW_NONE || !in[w->block_of[k]] || insn_op(&w->function->code[k]) == OP_MOVI;
}

static bool is_local_address(const Flow *w, uint32_t value) {
    uint32_t at = value < w->first_phi ? w->value_insn[value] : FLOW_NONE;
    return at != FLOW_NONE && insn_op(&w->function->code[at]) == OP_STACKADDR;
}

/* Whether instruction `k`, if it writes to memory, puts the same into a local variable in each round; false
 * also where it does not write. */
static bool writes_the_same(CountedLoops *c, const Flow *w, const bool *in, uint32_t k) {
    const Insn *i = &w->function->code[k];
    const uint32_t *use = w->use + w->use_at[k];
    unsigned op = insn_op(i);
    if (is_store(op)) return op <= OP_STORE64 && is_local_address(w, use[0]) && is_invariant(w, in, use[1]);
    uint64_t from, size;
    if (op != OP_MISC || (i->b != MISC_MEMCPY && i->b != MISC_MEMSET) || !is_local_address(w, use[0]) ||
        !flow_constant(w, use[1], &from) || !flow_constant(w, use[2], &size))
        return false;
    return i->b == MISC_MEMSET || (from >= GLOBALS_BASE && from - GLOBALS_BASE < c->program->readonly_size);
}

static bool is_real_phi(const Flow *w, uint32_t p) {
    uint32_t only = FLOW_NONE, itself = w->first_phi + p;
    for (uint32_t k = w->phi_at[p]; k < w->phi_at[p + 1]; k++) {
        if (w->phi_arg[k] == itself || w->phi_arg[k] == only) continue;
        if (only != FLOW_NONE) return true;
        only = w->phi_arg[k];
    }
    return false;
}

/* What `value` is at the edge from each block that leads to the phi's. */
static uint32_t phi_from(const Flow *w, uint32_t p, uint32_t from) {
    uint32_t b = w->phi_block[p], k = w->phi_at[p] + (b == 0);
    for (uint32_t q = 0; q < w->blocks[b].npredecessors; q++) {
        uint32_t x = w->edges[w->blocks[b].predecessors + q];
        if (x == from) return w->phi_arg[k];
        k += w->blocks[x].reached;
    }
    return FLOW_NONE;
}

/* The constant that an instruction adds, and its width; 0: it is no such sum. */
static uint64_t counter_step(const Insn *i, unsigned *bits) {
    unsigned op = insn_op(i), n;
    if (op >= OP_ADDI8 && op <= OP_ADDI64)
        n = op - OP_ADDI8;
    else if (op >= OP_SUBI8 && op <= OP_SUBI64)
        n = op - OP_SUBI8;
    else
        return 0;
    *bits = 8u << n;
    uint64_t mask = low_bits(*bits);
    return (op >= OP_SUBI8 && op <= OP_SUBI64 ? 0 - i->imm : i->imm) & mask;
}

/* The predicates in the order of opcodes.h: EQ NE ULT ULE UGT UGE, then the signed ones of four widths. */
#define UNSIGNED_PREDICATES 6
static bool comparison(const Flow *w, const bool *in, uint32_t k, uint32_t value, unsigned bits, Bound *out) {
    const Insn *i = &w->function->code[k];
    unsigned op = insn_op(i);
    if (op == OP_BR || op == OP_BRZ) {
        *out = (Bound){0};
        return true;
    }
    bool branch = op >= OP_BEQ && op <= OP_BSGE64I;
    if (!branch && (op < OP_CEQ || op > OP_CSGE64I)) return false;
    unsigned n = op - (branch ? OP_BEQ : OP_CEQ), predicate = n / 2;
    out->is_signed = predicate >= UNSIGNED_PREDICATES;
    if (out->is_signed && 8u << (predicate - UNSIGNED_PREDICATES) % 4 != bits) return false;
    out->in_register = false;
    out->value = branch ? (uint64_t)(int64_t)(int32_t)i->imm : i->imm;
    if (n % 2) return true;
    const uint32_t *use = w->use + w->use_at[k];
    bool second = use[0] == value;
    uint32_t other = use[second];
    if (other == value) return false;
    if (flow_constant(w, other, &out->value)) return true;
    out->in_register = true;
    out->value = second ? i->b : i->a;
    return in[w->block_of[k]] && is_invariant(w, in, other);
}

/* Where a value is used: instruction `k` as its operand number `q`. */
#define EACH_USE(w, value, k, q)                                                       \
    for (uint32_t k = 0; k < (w)->function->code_len; k = flow_next((w)->function, k)) \
        for (uint32_t q = (w)->use_at[k]; q < (w)->use_at[k + 1]; q++)                 \
            if ((w)->use[q] == (value))

static bool is_argument(const Flow *w, uint32_t p, uint32_t value) {
    bool is = false;
    for (uint32_t k = w->phi_at[p]; k < w->phi_at[p + 1]; k++) is |= w->phi_arg[k] == value;
    return is;
}

/* Instruction `k` compares a value that is the count and `plus`, or something else: notes with what. False
 * where it does anything else. */
static bool note_bound(const Flow *w, uint32_t k, uint32_t value, uint64_t plus, Loop *l) {
    Bound b;
    if (!comparison(w, l->in, k, value, l->bits, &b)) return false;
    b.plus = plus;
    vec_push(&l->bounds, b);
    return true;
}

/* Whether what `value`, the count and `plus`, is joined to, behind the loop, is only compared. */
static bool is_compared_behind(const Flow *w, uint32_t p, uint64_t plus, Loop *l) {
    uint32_t joined = w->first_phi + p;
    for (uint32_t other = 0; other < w->nvalues - w->first_phi; other++)
        if (is_argument(w, other, joined)) return false;
    EACH_USE(w, joined, k, q)
    if (!note_bound(w, k, joined, plus, l)) return false;
    return true;
}

/* Whether `value`, which is the count and `plus`, is joined with others behind the loop at most, where they
 * are compared only. What comes to the count is it, or it after a round (`next`): else rounds could be
 * exchanged for something that counts, too. */
static bool is_joined_well(const Flow *w, uint32_t value, uint64_t plus, uint32_t count, uint32_t next,
                           Loop *l) {
    for (uint32_t p = 0; p < w->nvalues - w->first_phi; p++) {
        if (!is_argument(w, p, value) || !is_real_phi(w, p)) continue;
        if (value != count && value != next) return false;
        if (w->first_phi + p == count) continue;
        if (w->phi_block[p] == FLOW_NONE || l->in[w->phi_block[p]] || !is_compared_behind(w, p, plus, l))
            return false;
    }
    return true;
}

/* Whether `value`, which is the count and `plus`, is only compared, and with what; so are sums of it and
 * constants. `next` is the count after a round. */
static bool find_bounds(const Flow *w, uint32_t value, uint64_t plus, uint32_t count, uint32_t next,
                        Loop *l) {
    const Function *f = w->function;
    if (!is_joined_well(w, value, plus, count, next, l)) return false;
    EACH_USE(w, value, k, q) {
        if (value == count && k == w->value_insn[next]) continue;
        unsigned bits;
        uint64_t step = counter_step(&f->code[k], &bits);
        if (!step && !note_bound(w, k, value, plus, l)) return false;
        if (step && (bits != l->bits || !find_bounds(w, w->def_at[k], plus + step, count, next, l)))
            return false;
    }
    return true;
}

/* --- rounds ------------------------------------------------------------------------------------------ */

/* The most blocks of a loop that is looked at, and of all ways through a round, one after the other. */
#define MOST_BLOCKS 64
#define MOST_PASSED 400

/* What is known of a value on a way. */
enum { ANYTHING, ZERO, NOT_ZERO };

/* A way through a round, up to some block. */
typedef struct Way {
    uint32_t *is;    /* per value: the one that it is, of phis and of what selects one of two */
    uint8_t *known;  /* per value: ZERO … */
    uint8_t *passed; /* per block: how often */
    int *held;       /* per block that was passed: mutexes taken before it */
    int locks;
    bool changed; /* it did something that others or later rounds may notice */
} Way;

typedef struct Round {
    CountedLoops *loops;
    const Flow *w;
    const bool *in;
    uint32_t count; /* the phi that counts, as a value */
    uint32_t head, blocks;
    uint32_t *written; /* instructions that write, and in how many of the rounds: in all, it must be */
    uint32_t arrived;
} Round;

static Way way_copy(const Flow *w, const Way *x) {
    Way y = {xmalloc((w->nvalues + 1) * sizeof *y.is),
             xmalloc(w->nvalues + 1),
             xmalloc((w->nblocks + 1) * sizeof *y.passed),
             xmalloc((w->nblocks + 1) * sizeof *y.held),
             x->locks,
             x->changed};
    memcpy(y.held, x->held, (w->nblocks + 1) * sizeof *y.held);
    memcpy(y.is, x->is, (w->nvalues + 1) * sizeof *y.is);
    memcpy(y.known, x->known, w->nvalues + 1);
    memcpy(y.passed, x->passed, (w->nblocks + 1) * sizeof *y.passed);
    return y;
}

static void way_free(Way *x) {
    free(x->is);
    free(x->known);
    free(x->passed);
    free(x->held);
}

static uint8_t known_of(const Round *r, const Way *x, uint32_t value) {
    uint64_t number;
    value = x->is[value];
    if (flow_constant(r->w, value, &number)) return number ? NOT_ZERO : ZERO;
    return x->known[value];
}

/* Whether an instruction compares with zero for equality; *equal: whether it is true then. */
static bool compares_with_zero(const Insn *i, bool *equal) {
    unsigned op = insn_op(i);
    bool branch = op == OP_BEQI || op == OP_BNEI;
    *equal = op == OP_CEQI || op == OP_BEQI || op == OP_BRZ;
    if (op == OP_BR || op == OP_BRZ) return true;
    return (branch || op == OP_CEQI || op == OP_CNEI) && (branch ? (int32_t)i->imm == 0 : i->imm == 0);
}

/* A value gets another content, in a further round of a loop in the loop: what was the same as it is no more.
 */
static void redefine(const Round *r, Way *x, uint32_t value) {
    for (uint32_t v = 0; v < r->w->nvalues; v++)
        if (v != value && x->is[v] == value) {
            x->is[v] = v;
            x->known[v] = x->known[value];
        }
    x->is[value] = value;
    x->known[value] = ANYTHING;
}

/* What an instruction that defines one value tells of it. */
static void learn(const Round *r, Way *x, uint32_t k) {
    const Insn *i = &r->w->function->code[k];
    const uint32_t *use = r->w->use + r->w->use_at[k];
    uint32_t value = r->w->def_at[k];
    unsigned op = insn_op(i);
    bool equal;
    if (op == OP_MOV)
        x->is[value] = x->is[use[0]];
    else if (op == OP_SELECT && known_of(r, x, use[0]))
        x->is[value] = x->is[use[known_of(r, x, use[0]) == NOT_ZERO ? 1 : 2]];
    else if ((op == OP_CEQI || op == OP_CNEI) && compares_with_zero(i, &equal) && known_of(r, x, use[0]))
        x->known[value] = (known_of(r, x, use[0]) == ZERO) == equal ? NOT_ZERO : ZERO;
}

static bool round_walk(Round *r, Way *x, uint32_t b, uint32_t first);

/* Goes on by an edge between blocks. */
static bool round_follow(Round *r, const Way *x, uint32_t from, uint32_t to) {
    const Flow *w = r->w;
    uint32_t nphis = w->nvalues - w->first_phi;
    if (!r->in[to]) return true;
    if (to == r->head) {
        /* What a round begins with must be what it began with, but for the count. */
        for (uint32_t p = 0; p < nphis; p++)
            if (w->phi_block[p] == to && w->first_phi + p != r->count && is_real_phi(w, p) &&
                x->is[phi_from(w, p, from)] != w->first_phi + p)
                return false;
        r->arrived++;
        for (uint32_t k = 0; k < w->function->code_len; k = flow_next(w->function, k))
            r->written[k] += x->passed[w->block_of[k]] != 0;
        return !x->locks && !x->changed;
    }
    /* Of a loop in the loop, two rounds show all that there is to see. */
    if (x->passed[to] && x->held[to] != x->locks) return false;
    if (x->passed[to] == 2) return true;
    if (++r->blocks > MOST_PASSED) return false;
    Way y = way_copy(w, x);
    for (uint32_t p = 0; p < nphis; p++)
        if (w->phi_block[p] == to && is_real_phi(w, p)) {
            if (x->passed[to])
                redefine(r, &y, w->first_phi + p);
            else
                y.is[w->first_phi + p] = x->is[phi_from(w, p, from)];
        }
    y.passed[to]++;
    y.held[to] = y.locks;
    bool fine = round_walk(r, &y, to, w->blocks[to].first);
    way_free(&y);
    return fine;
}

/* A mutex that is tried is had or not, a word is exchanged or not: the way goes on as two. */
static bool try_both(Round *r, const Way *x, uint32_t b, uint32_t next, uint32_t value, uint8_t success) {
    for (unsigned k = 0; k < 2; k++) {
        Way y = way_copy(r->w, x);
        y.known[value] = k ? success : success == ZERO ? NOT_ZERO : ZERO;
        y.changed |= k != 0;
        bool fine = round_walk(r, &y, b, next);
        way_free(&y);
        if (!fine) return false;
    }
    return true;
}

static bool is_trylock(const CountedLoops *c, const Insn *i) {
    return insn_op(i) == OP_CALL && i->d == 1 && function_keeps(&c->program->functions[i->imm], TRIES_LOCK);
}

/* Goes through block `b` from the instruction `first` on, and all that follows in the round. False where a
 * later round could notice anything but the count. */
static bool round_walk(Round *r, Way *x, uint32_t b, uint32_t first) {
    const Flow *w = r->w;
    const Function *f = w->function;
    const FlowBlock *at = &w->blocks[b];
    for (uint32_t k = first; k < at->end; k = flow_next(f, k)) {
        const Insn *i = &f->code[k];
        unsigned op = insn_op(i);
        for (uint32_t v = w->def_at[k]; x->passed[b] > 1 && v < w->def_at[k + 1]; v++) redefine(r, x, v);
        if (op == OP_ATOMIC && (i->b & 255) == ATOMIC_CMPXCHG && i->d == 2)
            return try_both(r, x, b, flow_next(f, k), w->def_at[k] + 1, NOT_ZERO);
        if (is_trylock(r->loops, i)) return try_both(r, x, b, flow_next(f, k), w->def_at[k], ZERO);
        x->changed |= !writes_the_same(r->loops, w, r->in, k) &&
                      (is_store(op) || !insn_is_harmless(r->loops, i, &x->locks, 0));
        if (op_flags[op] & F_W) learn(r, x, k);
    }
    const Insn *last = &f->code[at->last];
    bool equal, known = (op_flags[insn_op(last)] & (F_BRANCH | F_END)) == F_BRANCH &&
                        compares_with_zero(last, &equal);
    for (uint32_t n = 0; n < at->nsuccessors; n++) {
        uint32_t to = w->edges[at->successors + n];
        Way y = way_copy(w, x);
        bool possible = true;
        if (known && at->nsuccessors == 2) {
            uint32_t value = x->is[w->use[w->use_at[at->last]]];
            bool taken = to == w->block_of[flow_target(f, at->last)];
            uint8_t must = taken == equal ? ZERO : NOT_ZERO, is = known_of(r, x, value);
            possible = !is || is == must;
            y.known[value] = must;
        }
        bool fine = !possible || round_follow(r, &y, b, to);
        way_free(&y);
        if (!fine) return false;
    }
    return true;
}

/* Whether nothing of a round can be noticed later but that the phi `p` counts. */
static bool does_nothing(CountedLoops *c, const Flow *w, uint32_t p, const Loop *l) {
    Round r = {.loops = c, .w = w, .in = l->in, .count = w->first_phi + p, .head = w->phi_block[p]};
    Way x = {xmalloc((w->nvalues + 1) * sizeof *x.is),
             xcalloc(w->nvalues + 1, 1),
             xcalloc(w->nblocks + 1, sizeof *x.passed),
             xcalloc(w->nblocks + 1, sizeof *x.held),
             0,
             false};
    x.passed[r.head] = 1;
    r.written = xcalloc(w->function->code_len + 1, sizeof *r.written);
    for (uint32_t v = 0; v <= w->nvalues; v++) x.is[v] = v;
    bool fine = round_walk(&r, &x, r.head, w->blocks[r.head].first) && r.arrived;
    /* What is written in some rounds only is not there after the others. */
    for (uint32_t b = 0; b < w->nblocks; b++)
        for (uint32_t k = w->blocks[b].first; l->in[b] && k < w->blocks[b].end; k = flow_next(w->function, k))
            if (writes_the_same(c, w, l->in, k)) fine &= r.written[k] == r.arrived || !r.written[k];
    free(r.written);
    way_free(&x);
    return fine;
}

/* The loop that the phi `p` counts the rounds of, if there is one. */
static bool counts_rounds(CountedLoops *c, const Flow *w, uint32_t p, Loop *l) {
    uint32_t head = w->phi_block[p], next = FLOW_NONE;
    /* What comes back is one sum of the phi and a constant; what begins is anything else. */
    for (uint32_t k = w->phi_at[p]; k < w->phi_at[p + 1]; k++) {
        uint32_t x = w->phi_arg[k], at = x < w->first_phi ? w->value_insn[x] : FLOW_NONE;
        if (at == FLOW_NONE || !(l->step = counter_step(&w->function->code[at], &l->bits)) ||
            w->use[w->use_at[at]] != w->first_phi + p || w->function->code[at].a != w->function->code[at].d)
            continue;
        l->reg = w->function->code[at].d;
        next = x;
    }
    if (next == FLOW_NONE) return false;
    bool *back = xcalloc(w->nblocks + 1, sizeof *back), found;
    l->in = xcalloc(w->nblocks + 1, sizeof *l->in);
    /* The last match above may not have been the one that counts. */
    l->step = counter_step(&w->function->code[w->value_insn[next]], &l->bits);
    for (uint32_t b = 0; b < w->nblocks; b++) back[b] = w->blocks[b].reached && phi_from(w, p, b) == next;
    found = find_loop(w, head, back, l->in);
    for (uint32_t b = 0; b < w->nblocks && found; b++) {
        uint32_t x = l->in[b] ? phi_from(w, p, b) : FLOW_NONE;
        found = x == FLOW_NONE || x == next;
        l->nblocks += l->in[b];
    }
    found = found && l->nblocks <= MOST_BLOCKS &&
            find_bounds(w, w->first_phi + p, 0, w->first_phi + p, next, l) &&
            find_bounds(w, next, 0, w->first_phi + p, next, l) && does_nothing(c, w, p, l);
    free(back);
    return found;
}

static int fewer_blocks(const void *a, const void *b) {
    const Loop *x = a, *y = b;
    return x->nblocks < y->nblocks ? -1 : x->nblocks > y->nblocks;
}

static const FunctionLoops *loops_of(CountedLoops *c, const Function *f) {
    FunctionLoops *known = &c->functions[f - c->program->functions];
    if (known->known) return known;
    known->known = true;
    bool counts = false;
    unsigned bits;
    for (uint32_t k = 0; k < f->code_len && !counts; k = flow_next(f, k))
        counts = !(op_flags[insn_op(&f->code[k])] & F_LIST) && counter_step(&f->code[k], &bits);
    if (!counts) return known;
    Flow *w = flow_of(c->program, f);
    for (uint32_t p = 0; p < w->nvalues - w->first_phi && !w->returns_twice; p++) {
        Loop l = {0};
        if (!is_real_phi(w, p)) continue;
        if (counts_rounds(c, w, p, &l)) {
            vec_push(&known->loops, l);
            continue;
        }
        free(l.in);
        vec_free(&l.bounds);
    }
    if (known->loops.len) {
        qsort(known->loops.data, known->loops.len, sizeof *known->loops.data, fewer_blocks);
        known->block_of = w->block_of;
        w->block_of = NULL;
    }
    flow_free(w);
    return known;
}

/* --- threads ----------------------------------------------------------------------------------------- */

/* Of the frames of the thread from the top, the loop that the first one that is in any is in. */
static const Loop *loop_around(CountedLoops *c, const Thread *t, uint32_t *frame) {
    for (uint32_t n = 0; n < DEEPEST && n <= t->top; n++) {
        uint32_t k = t->top - n;
        const Frame *f = &t->frames[k];
        if (f->ending || f->listed) return NULL;
        const FunctionLoops *all = loops_of(c, f->function);
        const Insn *at = n ? t->frames[k + 1].call : t->pc;
        for (size_t q = 0; q < all->loops.len; q++)
            if (all->loops.data[q].in[all->block_of[at - f->function->code]]) {
                *frame = k;
                return &all->loops.data[q];
            }
    }
    return NULL;
}

bool counted_place(CountedLoops *c, Machine *m, const Thread *t, CountedPlace *out) {
    if (m->system->max_sleeps || m->look) return false; /* a signal may come in any round */
    const Loop *l = loop_around(c, t, &out->frame);
    if (!l) return false;
    size_t reg = t->frames[out->frame].base + l->reg;
    if (t->frames[out->frame].symbolic && t->sym[reg]) return false;
    out->reg = l->reg;
    out->count = t->regs[reg];
    out->step = l->step;
    out->bits = l->bits;
    /* The place with another count: hashes of frames below the top are kept, so not beyond this. */
    for (uint32_t k = out->frame; k < t->top; k++) t->frames[k].chained = false;
    t->regs[reg] = 0;
    Fingerprint f = fingerprint_thread(m, t);
    t->regs[reg] = out->count;
    for (uint32_t k = out->frame; k < t->top; k++) t->frames[k].chained = false;
    out->place = hash_combine(hash_combine(f.a, f.b), (uint64_t)out->frame << 16 | l->reg) | 1;
    return true;
}

/* How many more times `step` can be added to `x`, all of so many bits, so that comparing it with `bound`
 * gives what it gave for x and two such sums before. */
static uint64_t sums_within(uint64_t x, uint64_t step, unsigned bits, uint64_t bound) {
    uint64_t most = low_bits(bits), first = 0, last = most;
    /* What comes of it may change between the number before and the bound, and behind that. */
    for (unsigned q = 0; q < 2; q++) {
        if (bound > most || (q && bound == most)) continue;
        if (bound + q <= x)
            first = MAX(first, bound + q);
        else
            last = MIN(last, bound + q - 1);
    }
    bool down = step > most / 2;
    uint64_t by = down ? most - step + 1 : step, behind = down ? last - x : x - first,
             ahead = down ? x - first : last - x;
    return behind / by >= 2 ? ahead / by : 0;
}

uint32_t counted_rounds(CountedLoops *c, const Thread *t, const CountedPlace *at) {
    uint32_t frame;
    const Loop *l = loop_around(c, t, &frame);
    if (!l || frame != at->frame || l->reg != at->reg) return 0;
    uint64_t most = low_bits(l->bits), half = most / 2 + 1, rounds = UINT64_MAX;
    const Frame *f = &t->frames[frame];
    for (size_t k = 0; k < l->bounds.len && rounds; k++) {
        const Bound *b = &l->bounds.data[k];
        if (b->in_register && f->symbolic && t->sym[f->base + b->value]) return 0;
        uint64_t value = b->in_register ? t->regs[f->base + b->value] : b->value,
                 count = (at->count + b->plus) & most;
        if (b->is_signed) {
            value = (value & most) ^ half;
            count ^= half;
        }
        uint64_t n = sums_within(count, l->step, l->bits, value);
        rounds = MIN(rounds, n);
    }
    /* Some are left before the end. A count that is compared with nothing counts for nothing. */
    if (rounds < 4 || rounds == UINT64_MAX) return 0;
    return (uint32_t)MIN(rounds - 2, INT32_MAX);
}

bool counted_skip(CountedLoops *c, Machine *m, Thread *t, uint32_t rounds) {
    uint32_t frame;
    const Loop *l = t->status == THREAD_READY ? loop_around(c, t, &frame) : NULL;
    if (!l) return false;
    const Frame *f = &t->frames[frame];
    uint64_t *count = &t->regs[f->base + l->reg], most = low_bits(l->bits);
    if (f->symbolic && t->sym[f->base + l->reg]) return false;
    trail_save(m->memory, count, sizeof *count);
    *count = (*count + rounds * l->step) & most;
    for (uint32_t k = frame; k < t->top; k++) {
        trail_save(m->memory, &t->frames[k], sizeof t->frames[k]);
        t->frames[k].chained = false;
    }
    return true;
}
