/*
 * control.c — see control.h. Postdominators by Cooper, Harvey and Kennedy (A Simple, Fast Dominance
 * Algorithm) on the reversed graph.
 */
#include "impact/control.h"
#include <stdlib.h>

/* --- postdominators --------------------------------------------------------------------------- */

typedef struct Reverse {
    const Flow *f;
    const bool *may_stop, *failing;
    bool *stops;      /* a path leads to the exit */
    uint32_t *order;  /* blocks in postorder from the exit, which is number nblocks */
    uint32_t *number; /* in that order + 1; 0: not reached */
    uint32_t n;
    uint32_t *above; /* immediate postdominator */
} Reverse;

/* Visits backwards from a block that leads to the exit. */
static void reverse_visit(Reverse *r, uint32_t from, uint32_t *stack, uint32_t *next, bool *seen) {
    const Flow *f = r->f;
    uint32_t depth = 0;
    if (seen[from]) return;
    seen[from] = true;
    next[depth] = 0;
    stack[depth++] = from;
    while (depth) {
        const FlowBlock *b = &f->blocks[stack[depth - 1]];
        if (next[depth - 1] < b->npredecessors) {
            uint32_t to = f->edges[b->predecessors + next[depth - 1]++];
            if (seen[to] || !f->blocks[to].reached) continue;
            seen[to] = true;
            next[depth] = 0;
            stack[depth++] = to;
        } else {
            uint32_t done = stack[--depth];
            r->order[r->n++] = done;
            r->number[done] = r->n;
        }
    }
}

static uint32_t common_dominator(const Reverse *r, uint32_t a, uint32_t b) {
    while (a != b) {
        while (r->number[a] < r->number[b]) a = r->above[a];
        while (r->number[b] < r->number[a]) b = r->above[b];
    }
    return a;
}

static void find_postdominators(Reverse *r) {
    const Flow *f = r->f;
    uint32_t exit = f->nblocks;
    uint32_t *stack = xcalloc(exit + 2, sizeof *stack), *next = xcalloc(exit + 2, sizeof *next);
    bool *seen = xcalloc(exit + 2, sizeof *seen);
    r->stops = xcalloc(exit + 1, sizeof *r->stops);
    r->order = xcalloc(exit + 2, sizeof *r->order);
    r->number = xcalloc(exit + 2, sizeof *r->number);
    r->above = xcalloc(exit + 2, sizeof *r->above);
    for (uint32_t b = 0; b < exit; b++)
        r->stops[b] = f->blocks[b].reached && !(r->failing && r->failing[b]) &&
                      (!f->blocks[b].nsuccessors || (r->may_stop && r->may_stop[b]));
    for (uint32_t k = f->norder; k-- > 0;)
        if (r->stops[f->order[k]]) reverse_visit(r, f->order[k], stack, next, seen);
    for (uint32_t k = f->norder; k-- > 0;)
        if (!seen[f->order[k]]) {
            r->stops[f->order[k]] = true;
            reverse_visit(r, f->order[k], stack, next, seen);
        }
    r->order[r->n++] = exit;
    r->number[exit] = r->n;
    for (uint32_t b = 0; b <= exit; b++) r->above[b] = FLOW_NONE;
    r->above[exit] = exit;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = r->n - 1; k-- > 0;) {
            uint32_t b = r->order[k], up = r->stops[b] ? exit : FLOW_NONE;
            for (uint32_t s = 0; s < f->blocks[b].nsuccessors; s++) {
                uint32_t to = f->edges[f->blocks[b].successors + s];
                if (r->above[to] == FLOW_NONE || (r->failing && r->failing[to] && !r->failing[b]))
                    continue;
                up = up == FLOW_NONE ? to : common_dominator(r, up, to);
            }
            if (up == r->above[b]) continue;
            r->above[b] = up;
            again = true;
        }
    }
    free(stack);
    free(next);
    free(seen);
}

/* Checks that the postdominator of a block is on all paths to the exit: the chain of each successor
 * that counts leads to it. Numbers grow along the chain, so that it ends at the exit. */
static void check_postdominators(const Reverse *r) {
    const Flow *f = r->f;
    for (uint32_t b = 0; b < f->nblocks; b++) {
        uint32_t above = r->above[b];
        /* In a loop that only failures leave, no path counts. */
        invariant(above != FLOW_NONE ? f->blocks[b].reached : !f->blocks[b].reached || r->failing);
        if (above == FLOW_NONE) continue;
        invariant(r->number[above] > r->number[b]);
        invariant(!r->stops[b] || above == f->nblocks);
        for (uint32_t s = 0; s < f->blocks[b].nsuccessors; s++) {
            uint32_t to = f->edges[f->blocks[b].successors + s];
            bool counts =
                r->above[to] != FLOW_NONE && !(r->failing && r->failing[to] && !r->failing[b]);
            if (!counts) continue;
            while (r->number[to] < r->number[above]) to = r->above[to];
            invariant(to == above);
        }
    }
}

typedef struct Found {
    uint32_t block;
    ControlParent parent;
} Found;

void control_failing(const Flow *f, const bool *fails, bool *out) {
    for (uint32_t b = 0; b < f->nblocks; b++) {
        const Insn *i = &f->function->code[f->blocks[b].last];
        out[b] = f->blocks[b].reached &&
                 (flow_builtin(i) == BUILTIN_fail || (i->op == OP_CALL && fails[i->imm]));
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t b = 0; b < f->nblocks; b++) {
            const FlowBlock *at = &f->blocks[b];
            bool forward = at->nsuccessors > 0, behind = at->npredecessors > 0;
            if (!at->reached || out[b]) continue;
            for (uint32_t s = 0; s < at->nsuccessors; s++)
                forward &= out[f->edges[at->successors + s]];
            for (uint32_t q = 0; q < at->npredecessors; q++) {
                uint32_t from = f->edges[at->predecessors + q];
                behind &= !f->blocks[from].reached || out[from];
            }
            out[b] = forward || behind;
            again |= out[b];
        }
    }
}

Control *control_of(const Flow *f, const bool *may_stop, const bool *failing) {
    Reverse r = {.f = f, .may_stop = may_stop, .failing = failing};
    find_postdominators(&r);
    if (unlikely(base_invariants)) check_postdominators(&r);
    VEC(Found) found = {0};
    for (uint32_t b = 0; b < f->nblocks; b++) {
        const FlowBlock *at = &f->blocks[b];
        if (!at->reached || at->nsuccessors + r.stops[b] < 2) continue;
        for (uint32_t s = 0; s < at->nsuccessors; s++)
            for (uint32_t to = f->edges[at->successors + s]; to != r.above[b] && to < f->nblocks;
                 to = r.above[to]) {
                Found x = {to, {b, s}};
                vec_push(&found, x);
            }
    }
    Control *c = xcalloc(1, sizeof *c);
    c->at = xcalloc(f->nblocks + 2, sizeof *c->at);
    c->parent = xcalloc(found.len + 1, sizeof *c->parent);
    for (size_t k = 0; k < found.len; k++) c->at[found.data[k].block + 2]++;
    for (uint32_t b = 0; b < f->nblocks; b++) c->at[b + 2] += c->at[b + 1];
    for (size_t k = 0; k < found.len; k++)
        c->parent[c->at[found.data[k].block + 1]++] = found.data[k].parent;
    /* The parents of each block end where those of the next one begin. */
    invariant(c->at[0] == 0 && c->at[f->nblocks] == found.len);
    vec_free(&found);
    free(r.stops);
    free(r.order);
    free(r.number);
    free(r.above);
    return c;
}

void control_free(Control *c) {
    if (!c) return;
    free(c->at);
    free(c->parent);
    free(c);
}

/* --- loops ------------------------------------------------------------------------------------ */

typedef struct Loop {
    const Flow *f;
    uint32_t head, back; /* first block, and the one that jumps back to it */
    bool *inside;        /* per block */
} Loop;

static void find_loop_body(Loop *l, uint32_t *stack) {
    const Flow *f = l->f;
    memset(l->inside, 0, f->nblocks * sizeof *l->inside);
    uint32_t depth = 0;
    l->inside[l->head] = true;
    if (!l->inside[l->back]) {
        l->inside[l->back] = true;
        stack[depth++] = l->back;
    }
    while (depth) {
        const FlowBlock *b = &f->blocks[stack[--depth]];
        for (uint32_t k = 0; k < b->npredecessors; k++) {
            uint32_t from = f->edges[b->predecessors + k];
            if (l->inside[from] || !f->blocks[from].reached) continue;
            l->inside[from] = true;
            stack[depth++] = from;
        }
    }
}

/* Returns the value behind copies and extensions, which preserve steps. */
static uint32_t seen_through(const Flow *f, uint32_t v) {
    for (int hops = 0; hops < 8 && f->value_insn[v] != FLOW_NONE; hops++) {
        uint32_t k = f->value_insn[v];
        unsigned op = insn_op(&f->function->code[k]);
        if (op != OP_MOV && op != OP_SEXT32_64 && op != OP_TRUNC32) break;
        v = f->use[f->use_at[k]];
    }
    return v;
}

/* Returns the constant that an instruction adds to its operand, or 0. */
static int64_t insn_step(const Insn *i) {
    switch (insn_op(i)) {
    case OP_ADDI8: return (int8_t)i->imm;
    case OP_ADDI16: return (int16_t)i->imm;
    case OP_ADDI32: return (int32_t)i->imm;
    case OP_ADDI64: return (int64_t)i->imm;
    case OP_SUBI8: return -(int64_t)(int8_t)i->imm;
    case OP_SUBI16: return -(int64_t)(int16_t)i->imm;
    case OP_SUBI32: return -(int64_t)(int32_t)i->imm;
    case OP_SUBI64: return -(int64_t)i->imm;
    default: return 0;
    }
}

/* Whether the value, or the one before a step, is a number that each round changes by *step. */
static bool moves(const Loop *l, uint32_t v, int64_t *step) {
    const Flow *f = l->f;
    v = seen_through(f, v);
    if (v && v < f->first_phi && f->value_insn[v] != FLOW_NONE &&
        insn_step(&f->function->code[f->value_insn[v]]))
        v = seen_through(f, f->use[f->use_at[f->value_insn[v]]]);
    if (v < f->first_phi || f->phi_block[v - f->first_phi] != l->head) return false;
    uint32_t p = v - f->first_phi;
    *step = 0;
    for (uint32_t q = f->phi_at[p]; q < f->phi_at[p + 1]; q++) {
        uint32_t a = seen_through(f, f->phi_arg[q]), k = f->value_insn[a];
        bool within = a >= f->first_phi ? l->inside[f->phi_block[a - f->first_phi]]
                                        : k != FLOW_NONE && l->inside[f->block_of[k]];
        if (!within) continue;
        int64_t by = k != FLOW_NONE ? insn_step(&f->function->code[k]) : 0;
        if (!by || seen_through(f, f->use[f->use_at[k]]) != v || (*step && *step != by))
            return false;
        *step = by;
    }
    return *step != 0;
}

static bool is_fixed(const Loop *l, uint32_t v) {
    const Flow *f = l->f;
    if (v >= f->first_phi) return !l->inside[f->phi_block[v - f->first_phi]];
    uint64_t number;
    return f->value_insn[v] == FLOW_NONE || flow_constant(f, v, &number) ||
           !l->inside[f->block_of[f->value_insn[v]]];
}

/* Whether the last instruction of a block leaves the loop after a fixed number of rounds. Steps of
 * one reach every number; larger ones might step over the end, or wrap around. */
static bool loop_counts(const Loop *l, uint32_t b) {
    const Flow *f = l->f;
    const FlowBlock *at = &f->blocks[b];
    unsigned op = insn_op(&f->function->code[at->last]);
    if (op < OP_BEQ || at->nsuccessors != 2) return false;
    if (l->inside[f->edges[at->successors]] && l->inside[f->edges[at->successors + 1]])
        return false;
    const uint32_t *use = f->use + f->use_at[at->last];
    bool immediate = (op - OP_BEQ) % 2;
    int64_t step = 0;
    bool found = moves(l, use[0], &step) && (immediate || is_fixed(l, use[1]));
    if (!found && !immediate) found = moves(l, use[1], &step) && is_fixed(l, use[0]);
    if (!found || f->returns_twice) return false;
    unsigned predicate = (op - OP_BEQ) / 2;
    bool equal = predicate == 0 || predicate == 1;
    bool strict = predicate == 2 || predicate == 4 || (predicate >= 6 && predicate <= 9) ||
                  (predicate >= 14 && predicate <= 17);
    if (step == 1 || step == -1) return equal || strict || immediate;
    return immediate && !equal && step > -65536 && step < 65536;
}

void control_endless(const Flow *f, bool *out) {
    uint32_t *place = xcalloc(f->nblocks + 1, sizeof *place),
             *stack = xcalloc(f->nblocks + 1, sizeof *stack);
    Loop l = {.f = f, .inside = xcalloc(f->nblocks + 1, sizeof *l.inside)};
    memset(out, 0, f->nblocks * sizeof *out);
    for (uint32_t k = 0; k < f->norder; k++) place[f->order[k]] = k;
    for (uint32_t k = 0; k < f->norder; k++) {
        uint32_t b = f->order[k];
        for (uint32_t s = 0; s < f->blocks[b].nsuccessors; s++) {
            uint32_t to = f->edges[f->blocks[b].successors + s];
            if (place[to] > k) continue;
            l.head = to;
            l.back = b;
            find_loop_body(&l, stack);
            if (!loop_counts(&l, to) && !loop_counts(&l, b)) out[b] = true;
        }
    }
    free(place);
    free(stack);
    free(l.inside);
}
