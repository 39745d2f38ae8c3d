/*
 * counted_find.c — the loops of a function that do nothing but count their rounds: what counts,
 * what the count is compared with, and the proof that nothing else of a round can be noticed later.
 * All ways through a round are walked for that, and with them those through a second round of a
 * loop in the loop.
 */
#include "state/loops/counted_internal.h"
#include <stdlib.h>
#include <string.h>

/* A loop is entered at its head alone: where another block of it begins, control comes from
 * within. */
static void check_loop(const Flow *w, uint32_t head, const bool *in) {
    invariant(in[head]);
    for (uint32_t b = 0; b < w->nblocks; b++)
        for (uint32_t k = 0; in[b] && b != head && k < w->blocks[b].npredecessors; k++) {
            uint32_t from = w->edges[w->blocks[b].predecessors + k];
            invariant(in[from] || !w->blocks[from].reached);
        }
}

/* The loop to `head` from the blocks that lead back to it: those from which one of them is reached
 * without coming by `head`. False where the function's beginning is among them: it can be entered
 * elsewhere. */
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

/* Whether instruction `k`, if it writes to memory, puts the same into a local variable in each
 * round; false also where it does not write. */
static bool writes_the_same(CountedLoops *c, const Flow *w, const bool *in, uint32_t k) {
    const Insn *i = &w->function->code[k];
    const uint32_t *use = w->use + w->use_at[k];
    unsigned op = insn_op(i);
    if (counted_is_store(op))
        return op <= OP_STORE64 && is_local_address(w, use[0]) && is_invariant(w, in, use[1]);
    uint64_t from, size;
    if (op != OP_MISC || (i->b != MISC_MEMCPY && i->b != MISC_MEMSET) ||
        !is_local_address(w, use[0]) || !flow_constant(w, use[1], &from) ||
        !flow_constant(w, use[2], &size))
        return false;
    return i->b == MISC_MEMSET ||
           (from >= GLOBALS_BASE && from - GLOBALS_BASE < c->program->readonly_size);
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

/* The predicates in the order of opcodes.h: EQ NE ULT ULE UGT UGE, then the signed ones of four
 * widths. */
#define UNSIGNED_PREDICATES 6
static bool comparison(const Flow *w, const bool *in, uint32_t k, uint32_t value, unsigned bits,
                       Bound *out) {
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

/* Instruction `k` compares a value that is the count and `plus`, or something else: notes with
 * what. False where it does anything else. */
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

/* Whether `value`, which is the count and `plus`, is joined with others behind the loop at most,
 * where they are compared only. What comes to the count is it, or it after a round (`next`): else
 * rounds could be exchanged for something that counts, too. */
static bool is_joined_well(const Flow *w, uint32_t value, uint64_t plus, uint32_t count,
                           uint32_t next, Loop *l) {
    for (uint32_t p = 0; p < w->nvalues - w->first_phi; p++) {
        if (!is_argument(w, p, value) || !is_real_phi(w, p)) continue;
        if (value != count && value != next) return false;
        if (w->first_phi + p == count) continue;
        if (w->phi_block[p] == FLOW_NONE || l->in[w->phi_block[p]] ||
            !is_compared_behind(w, p, plus, l))
            return false;
    }
    return true;
}

/* Whether `value`, which is the count and `plus`, is only compared, and with what; so are sums of
 * it and constants. `next` is the count after a round. */
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

/* --- rounds ----------------------------------------------------------------------------------- */

/* The most blocks of a loop that is looked at, and of all ways through a round, one after the
 * other. */
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
    uint32_t
        *written; /* instructions that write, and in how many of the rounds: in all, it must be */
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
    return (branch || op == OP_CEQI || op == OP_CNEI) &&
           (branch ? (int32_t)i->imm == 0 : i->imm == 0);
}

/* A value gets another content, in a further round of a loop in the loop: what was the same as it
 * is no more. */
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
    else if ((op == OP_CEQI || op == OP_CNEI) && compares_with_zero(i, &equal) &&
             known_of(r, x, use[0]))
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
static bool try_both(Round *r, const Way *x, uint32_t b, uint32_t next, uint32_t value,
                     uint8_t success) {
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
    return insn_op(i) == OP_CALL && i->d == 1 &&
           function_keeps(&c->program->functions[i->imm], TRIES_LOCK);
}

/* Goes through block `b` from the instruction `first` on, and all that follows in the round. False
 * where a later round could notice anything but the count. */
static bool round_walk(Round *r, Way *x, uint32_t b, uint32_t first) {
    const Flow *w = r->w;
    const Function *f = w->function;
    const FlowBlock *at = &w->blocks[b];
    for (uint32_t k = first; k < at->end; k = flow_next(f, k)) {
        const Insn *i = &f->code[k];
        unsigned op = insn_op(i);
        for (uint32_t v = w->def_at[k]; x->passed[b] > 1 && v < w->def_at[k + 1]; v++)
            redefine(r, x, v);
        if (op == OP_ATOMIC && (i->b & 255) == ATOMIC_CMPXCHG && i->d == 2)
            return try_both(r, x, b, flow_next(f, k), w->def_at[k] + 1, NOT_ZERO);
        if (is_trylock(r->loops, i)) return try_both(r, x, b, flow_next(f, k), w->def_at[k], ZERO);
        x->changed |=
            !writes_the_same(r->loops, w, r->in, k) &&
            (counted_is_store(op) || !counted_insn_is_harmless(r->loops, i, &x->locks, 0));
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
        for (uint32_t k = w->blocks[b].first; l->in[b] && k < w->blocks[b].end;
             k = flow_next(w->function, k))
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
            w->use[w->use_at[at]] != w->first_phi + p ||
            w->function->code[at].a != w->function->code[at].d)
            continue;
        l->reg = w->function->code[at].d;
        next = x;
    }
    if (next == FLOW_NONE) return false;
    bool *back = xcalloc(w->nblocks + 1, sizeof *back), found;
    l->in = xcalloc(w->nblocks + 1, sizeof *l->in);
    /* The last match above may not have been the one that counts. */
    l->step = counter_step(&w->function->code[w->value_insn[next]], &l->bits);
    for (uint32_t b = 0; b < w->nblocks; b++)
        back[b] = w->blocks[b].reached && phi_from(w, p, b) == next;
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

static void counted_find_loops(CountedLoops *c, const Function *f, FunctionLoops *known) {
    known->known = true;
    bool counts = false;
    unsigned bits;
    for (uint32_t k = 0; k < f->code_len && !counts; k = flow_next(f, k))
        counts = !(op_flags[insn_op(&f->code[k])] & F_LIST) && counter_step(&f->code[k], &bits);
    if (!counts) return;
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
}

const FunctionLoops *counted_loops_of(CountedLoops *c, const Function *f) {
    FunctionLoops *known = &c->functions[f - c->program->functions];
    if (!known->known) counted_find_loops(c, f, known);
    return known;
}
