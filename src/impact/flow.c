/*
 * flow.c — see flow.h. Phis are placed where blocks with several predecessors begin, for registers
 * that are live there. Phis of only one value are removed again (Braun et al., Simple and Efficient
 * Construction of Static Single Assignment Form, section 3.2, applied to the whole function at
 * once).
 */
#include "impact/flow.h"
#include <stdlib.h>

bool flow_ends(const Insn *i) {
    if (op_flags[insn_op(i)] & F_END) return true;
    return builtin_traits[flow_builtin(i)] & NO_RETURN ||
           (i->op == OP_MISC && misc_traits[i->b] & NO_RETURN);
}

bool flow_phi_has(const Flow *f, uint32_t p, uint32_t value) {
    for (uint32_t k = f->phi_at[p]; k < f->phi_at[p + 1]; k++)
        if (f->phi_arg[k] == value) return true;
    return false;
}

bool flow_constant(const Flow *f, uint32_t value, uint64_t *number) {
    uint32_t k = value < f->nvalues ? f->value_insn[value] : FLOW_NONE;
    if (k == FLOW_NONE || insn_op(&f->function->code[k]) != OP_MOVI) return false;
    *number = f->function->code[k].imm;
    return true;
}

/* --- blocks ----------------------------------------------------------------------------------- */

static bool ends_block(const Insn *i) {
    unsigned op = insn_op(i);
    return (op_flags[op] & (F_BRANCH | F_END)) || op == OP_CALL || op == OP_CALLI ||
           op == OP_BUILTIN || flow_ends(i);
}

static void find_blocks(Flow *w, const Program *p) {
    const Function *f = w->function;
    bool *leads = xcalloc(f->code_len + 1, sizeof *leads);
    leads[0] = true;
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        const Insn *i = &f->code[k];
        unsigned op = insn_op(i);
        if (op_flags[op] & F_BRANCH) leads[flow_target(f, k)] = true;
        if (ends_block(i)) leads[MIN(flow_next(f, k), f->code_len)] = true;
        w->returns_twice |=
            flow_builtin(i) == BUILTIN_setjmp || flow_builtin(i) == BUILTIN_getcontext;
        if (op != OP_SWITCH) continue;
        const SwitchTable *t = &p->switches[i->imm];
        for (uint32_t n = 0; n < t->len; n++) leads[t->target[n]] = true;
        leads[t->otherwise] = true;
    }
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) w->nblocks += leads[k];
    w->blocks = xcalloc(w->nblocks + 1, sizeof *w->blocks);
    w->block_of = xcalloc(f->code_len + 1, sizeof *w->block_of);
    uint32_t b = 0;
    for (uint32_t k = 0; k < f->code_len;) {
        uint32_t next = flow_next(f, k);
        if (leads[k]) w->blocks[b++].first = k;
        FlowBlock *at = &w->blocks[b - 1];
        at->last = k;
        at->end = next;
        for (; k < next; k++) w->block_of[k] = b - 1;
    }
    free(leads);
}

typedef VEC(uint32_t) Numbers;

static void add_edge(const Flow *w, Numbers *to, uint32_t from, uint32_t insn) {
    if (insn < w->function->code_len) {
        uint32_t b = w->block_of[insn];
        for (size_t k = from; k < to->len; k++)
            if (to->data[k] == b) return;
        vec_push(to, b);
    }
}

static void find_block_edges(Flow *w, const Program *p) {
    const Function *f = w->function;
    Numbers edges = {0};
    for (uint32_t b = 0; b < w->nblocks; b++) {
        FlowBlock *at = &w->blocks[b];
        const Insn *i = &f->code[at->last];
        unsigned op = insn_op(i);
        at->successors = (uint32_t)edges.len;
        if (op_flags[op] & F_BRANCH) add_edge(w, &edges, at->successors, flow_target(f, at->last));
        if (!flow_ends(i)) add_edge(w, &edges, at->successors, at->end);
        if (op == OP_SWITCH) {
            const SwitchTable *t = &p->switches[i->imm];
            for (uint32_t n = 0; n < t->len; n++)
                if (t->first[n]) add_edge(w, &edges, at->successors, t->target[n]);
            add_edge(w, &edges, at->successors, t->otherwise);
        }
        at->nsuccessors = (uint32_t)edges.len - at->successors;
    }
    size_t n = edges.len;
    for (size_t k = 0; k < n; k++) w->blocks[edges.data[k]].npredecessors++;
    w->edges = xcalloc(2 * n + 1, sizeof *w->edges);
    if (n) memcpy(w->edges, edges.data, n * sizeof *w->edges);
    uint32_t at = (uint32_t)n;
    for (uint32_t b = 0; b < w->nblocks; b++) {
        w->blocks[b].predecessors = at;
        at += w->blocks[b].npredecessors;
        w->blocks[b].npredecessors = 0;
    }
    for (uint32_t b = 0; b < w->nblocks; b++)
        for (uint32_t k = 0; k < w->blocks[b].nsuccessors; k++) {
            FlowBlock *to = &w->blocks[w->edges[w->blocks[b].successors + k]];
            w->edges[to->predecessors + to->npredecessors++] = b;
        }
    vec_free(&edges);
}

/* Computes the reverse postorder from the first block. */
static void find_order(Flow *w) {
    w->order = xcalloc(w->nblocks + 1, sizeof *w->order);
    uint32_t *stack = xcalloc(w->nblocks + 1, sizeof *stack),
             *next = xcalloc(w->nblocks + 1, sizeof *next), depth = 0, at = w->nblocks;
    if (w->nblocks) {
        stack[depth++] = 0;
        w->blocks[0].reached = true;
    }
    while (depth) {
        FlowBlock *b = &w->blocks[stack[depth - 1]];
        if (next[depth - 1] < b->nsuccessors) {
            uint32_t to = w->edges[b->successors + next[depth - 1]++];
            if (w->blocks[to].reached) continue;
            w->blocks[to].reached = true;
            next[depth] = 0;
            stack[depth++] = to;
        } else
            w->order[--at] = stack[--depth];
    }
    w->norder = w->nblocks - at;
    memmove(w->order, w->order + at, w->norder * sizeof *w->order);
    free(stack);
    free(next);
}

/* --- registers -------------------------------------------------------------------------------- */

/* Lists the registers that an instruction reads, in order. Returns their number (at most 2^16). */
static uint32_t read_registers(const Insn *i, uint16_t *out) {
    uint8_t flags = op_flags[insn_op(i)];
    uint32_t n = 0;
    if (flags & F_LIST) {
        memcpy(out, insn_slots(i) + i->d, i->a * sizeof *out);
        return i->a;
    }
    if (flags & F_A) out[n++] = i->a;
    if (flags & F_B) out[n++] = i->b;
    if (flags & F_D) out[n++] = i->d;
    if (flags & F_I) out[n++] = (uint16_t)i->imm;
    return n;
}

static uint32_t written_registers(const Insn *i, const uint16_t **out) {
    uint8_t flags = op_flags[insn_op(i)];
    *out = flags & F_LIST ? insn_slots(i) : &i->d;
    return flags & F_LIST ? i->d : (flags & F_W) != 0;
}

static void number_values(Flow *w) {
    const Function *f = w->function;
    w->use_at = xcalloc(f->code_len + 2, sizeof *w->use_at);
    w->def_at = xcalloc(f->code_len + 2, sizeof *w->def_at);
    uint32_t uses = 0, values = 1 + f->nparams;
    uint16_t *registers = xmalloc(65536 * sizeof *registers);
    for (uint32_t k = 0; k < f->code_len;) {
        const uint16_t *written;
        uint32_t next = flow_next(f, k), n = read_registers(&f->code[k], registers),
                 m = written_registers(&f->code[k], &written);
        w->use_at[k] = uses;
        w->def_at[k] = values;
        uses += n;
        values += m;
        while (++k < next) {
            w->use_at[k] = uses;
            w->def_at[k] = values;
        }
    }
    w->use_at[f->code_len] = uses;
    w->def_at[f->code_len] = values;
    w->use = xcalloc(uses + 1, sizeof *w->use);
    w->first_phi = w->nvalues = values;
    free(registers);
}

typedef struct Renaming {
    Flow *w;
    uint32_t nregs;
    size_t words;
    uint64_t *live;   /* per block: registers live at its beginning */
    uint32_t **after; /* per block: the value in each register at its end */
    uint16_t *reads;
    Numbers phi_register, phi_block;
} Renaming;

static bool has_register(const uint64_t *bits, uint32_t r) { return bits[r >> 6] >> (r & 63) & 1; }

static void find_live(Renaming *n) {
    const Flow *w = n->w;
    const Function *f = w->function;
    uint64_t *now = xmalloc((n->words + 1) * sizeof *now);
    uint32_t *insns = xmalloc((f->code_len + 1) * sizeof *insns);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t o = w->norder; o-- > 0;) {
            const FlowBlock *b = &w->blocks[w->order[o]];
            uint64_t *at = n->live + w->order[o] * n->words;
            memset(now, 0, n->words * sizeof *now);
            for (uint32_t s = 0; s < b->nsuccessors; s++)
                for (size_t q = 0; q < n->words; q++)
                    now[q] |= n->live[w->edges[b->successors + s] * n->words + q];
            uint32_t count = 0;
            for (uint32_t k = b->first; k < b->end; k = flow_next(f, k)) insns[count++] = k;
            while (count-- > 0) {
                const Insn *i = &f->code[insns[count]];
                const uint16_t *written;
                uint32_t m = written_registers(i, &written);
                for (uint32_t q = 0; q < m; q++)
                    now[written[q] >> 6] &= ~(1ull << (written[q] & 63));
                m = read_registers(i, n->reads);
                for (uint32_t q = 0; q < m; q++)
                    now[n->reads[q] >> 6] |= 1ull << (n->reads[q] & 63);
            }
            again |= memcmp(at, now, n->words * sizeof *now) != 0;
            memcpy(at, now, n->words * sizeof *now);
        }
    }
    free(now);
    free(insns);
}

static uint32_t new_phi(Renaming *n, uint32_t block, uint32_t reg) {
    vec_push(&n->phi_block, block);
    vec_push(&n->phi_register, reg);
    return n->w->nvalues++;
}

static uint32_t entry_value(const Flow *w, uint32_t reg) {
    return reg < w->function->nparams ? reg + 1 : 0;
}

/* Computes the values of registers at the beginning of block `b`. */
static void enter_block(Renaming *n, uint32_t b, uint32_t *now) {
    const Flow *w = n->w;
    const FlowBlock *at = &w->blocks[b];
    if (b == 0 && !at->npredecessors) {
        for (uint32_t r = 0; r < n->nregs; r++) now[r] = entry_value(w, r);
        return;
    }
    if (b != 0 && at->npredecessors == 1) {
        memcpy(now, n->after[w->edges[at->predecessors]], n->nregs * sizeof *now);
        return;
    }
    for (uint32_t r = 0; r < n->nregs; r++)
        now[r] = has_register(n->live + b * n->words, r) ? new_phi(n, b, r) : 0;
}

static void rename_block(Renaming *n, uint32_t b) {
    Flow *w = n->w;
    const Function *f = w->function;
    uint32_t *now = n->after[b] = xcalloc(n->nregs + 1, sizeof *now);
    if (w->returns_twice)
        for (uint32_t r = 0; r < n->nregs; r++) now[r] = w->first_phi + r;
    else
        enter_block(n, b, now);
    for (uint32_t k = w->blocks[b].first; k < w->blocks[b].end; k = flow_next(f, k)) {
        const uint16_t *written;
        uint32_t m = read_registers(&f->code[k], n->reads);
        for (uint32_t q = 0; q < m; q++) w->use[w->use_at[k] + q] = now[n->reads[q]];
        m = written_registers(&f->code[k], &written);
        if (!w->returns_twice)
            for (uint32_t q = 0; q < m; q++) now[written[q]] = w->def_at[k] + q;
    }
}

/* Computes the arguments of each phi. */
static void fill_phis(Renaming *n) {
    Flow *w = n->w;
    const Function *f = w->function;
    uint32_t nphis = w->nvalues - w->first_phi;
    Numbers args = {0};
    w->phi_at = xcalloc(nphis + 1, sizeof *w->phi_at);
    for (uint32_t p = 0; p < nphis; p++) {
        uint32_t b = n->phi_block.data[p], r = n->phi_register.data[p];
        w->phi_at[p] = (uint32_t)args.len;
        if (b == FLOW_NONE) {
            vec_push(&args, entry_value(w, r));
            for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
                const uint16_t *written;
                uint32_t m = written_registers(&f->code[k], &written);
                for (uint32_t q = 0; q < m; q++)
                    if (written[q] == r) vec_push(&args, w->def_at[k] + q);
            }
            continue;
        }
        if (b == 0) vec_push(&args, entry_value(w, r));
        for (uint32_t q = 0; q < w->blocks[b].npredecessors; q++) {
            uint32_t from = w->edges[w->blocks[b].predecessors + q];
            if (n->after[from]) vec_push(&args, n->after[from][r]);
        }
    }
    w->phi_at[nphis] = (uint32_t)args.len;
    w->phi_arg = xcalloc(args.len + 1, sizeof *w->phi_arg);
    if (args.len) memcpy(w->phi_arg, args.data, args.len * sizeof *w->phi_arg);
    w->phi_block = n->phi_block.data ? n->phi_block.data : xcalloc(1, sizeof *w->phi_block);
    vec_free(&args);
    vec_free(&n->phi_register);
}

/* Returns the value that replaces `v`: a phi of only one value is that value. */
static uint32_t standing_for(uint32_t *same, uint32_t v) {
    while (same[v] != v) v = same[v] = same[same[v]];
    return v;
}

static void remove_trivial_phis(Flow *w) {
    uint32_t *same = xmalloc((w->nvalues + 1) * sizeof *same);
    for (uint32_t v = 0; v <= w->nvalues; v++) same[v] = v;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t v = w->first_phi; v < w->nvalues; v++) {
            if (same[v] != v) continue;
            uint32_t p = v - w->first_phi, only = FLOW_NONE;
            bool one = true;
            for (uint32_t k = w->phi_at[p]; one && k < w->phi_at[p + 1]; k++) {
                uint32_t a = standing_for(same, w->phi_arg[k]);
                if (a == v || a == only) continue;
                one = only == FLOW_NONE;
                only = a;
            }
            if (!one || only == FLOW_NONE) continue;
            same[v] = only;
            again = true;
        }
    }
    uint32_t nphis = w->nvalues - w->first_phi;
    for (uint32_t k = 0; k < w->use_at[w->function->code_len]; k++)
        w->use[k] = standing_for(same, w->use[k]);
    for (uint32_t k = 0; k < w->phi_at[nphis]; k++)
        w->phi_arg[k] = standing_for(same, w->phi_arg[k]);
    free(same);
}

/* Checks that edges are known at both ends and that each reached block has its place in the
 * order. */
static void flow_check_blocks(const Flow *w) {
    invariant(!w->nblocks || (w->norder && w->order[0] == 0));
    uint32_t reached = 0;
    for (uint32_t b = 0; b < w->nblocks; b++) {
        const FlowBlock *at = &w->blocks[b];
        reached += at->reached;
        invariant(at->first <= at->last && at->last < at->end && at->end <= w->function->code_len);
        invariant(b + 1 == w->nblocks || at->end == w->blocks[b + 1].first);
        for (uint32_t s = 0; s < at->nsuccessors; s++) {
            const FlowBlock *to = &w->blocks[w->edges[at->successors + s]];
            bool back = false;
            for (uint32_t q = 0; q < to->npredecessors; q++)
                back |= w->edges[to->predecessors + q] == b;
            invariant(back && (to->reached || !at->reached));
        }
    }
    invariant(reached == w->norder);
}

/* Checks that a phi joins one value for each reachable edge into its block (and the entry value in
 * the first block). */
static void check_phis(const Flow *w) {
    for (uint32_t p = 0; p < w->nvalues - w->first_phi; p++) {
        uint32_t b = w->phi_block[p], ways = b == 0;
        invariant(w->value_insn[w->first_phi + p] == FLOW_NONE);
        for (uint32_t k = w->phi_at[p]; k < w->phi_at[p + 1]; k++)
            invariant(w->phi_arg[k] < w->nvalues);
        if (b == FLOW_NONE) continue;
        for (uint32_t q = 0; q < w->blocks[b].npredecessors; q++)
            ways += w->blocks[w->edges[w->blocks[b].predecessors + q]].reached;
        invariant(w->blocks[b].reached && w->phi_at[p + 1] - w->phi_at[p] == ways);
    }
}

/* Checks the numbers of values. They follow the order of the defining instructions. Within a block,
 * values are defined before they are read. If the function returns twice, a value may be read
 * anywhere. */
static void check_values(const Flow *w) {
    const Function *f = w->function;
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        invariant(w->def_at[k] <= w->def_at[k + 1] && w->def_at[k + 1] <= w->first_phi);
        for (uint32_t v = w->def_at[k]; v < w->def_at[k + 1]; v++) invariant(w->value_insn[v] == k);
        if (!w->blocks[w->block_of[k]].reached) continue;
        for (uint32_t q = w->use_at[k]; q < w->use_at[k + 1]; q++) {
            uint32_t v = w->use[q];
            invariant(v < w->nvalues);
            uint32_t from = w->value_insn[v];
            invariant(from == FLOW_NONE || w->blocks[w->block_of[from]].reached);
            invariant(from == FLOW_NONE || w->block_of[from] != w->block_of[k] || from < k);
        }
    }
}

Flow *flow_of(const Program *p, const Function *f) {
    Flow *w = xcalloc(1, sizeof *w);
    w->function = f;
    find_blocks(w, p);
    find_block_edges(w, p);
    find_order(w);
    number_values(w);
    Renaming n = {.w = w, .nregs = f->nregs, .words = f->nregs / 64 + 1};
    n.live = xcalloc((w->nblocks + 1) * n.words, sizeof *n.live);
    n.after = xcalloc(w->nblocks + 1, sizeof *n.after);
    n.reads = xmalloc(65536 * sizeof *n.reads);
    if (w->returns_twice)
        for (uint32_t r = 0; r < f->nregs; r++) new_phi(&n, FLOW_NONE, r);
    else
        find_live(&n);
    for (uint32_t o = 0; o < w->norder; o++) rename_block(&n, w->order[o]);
    fill_phis(&n);
    if (!w->returns_twice) remove_trivial_phis(w);
    w->value_insn = xmalloc((w->nvalues + 1) * sizeof *w->value_insn);
    for (uint32_t v = 0; v <= w->nvalues; v++) w->value_insn[v] = FLOW_NONE;
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k))
        for (uint32_t v = w->def_at[k]; v < w->def_at[k + 1]; v++) w->value_insn[v] = k;
    for (uint32_t b = 0; b < w->nblocks; b++) free(n.after[b]);
    free(n.after);
    free(n.live);
    free(n.reads);
    if (unlikely(base_invariants)) {
        flow_check_blocks(w);
        check_phis(w);
        check_values(w);
    }
    return w;
}

void flow_free(Flow *w) {
    if (!w) return;
    free(w->blocks);
    free(w->edges);
    free(w->block_of);
    free(w->order);
    free(w->use_at);
    free(w->use);
    free(w->def_at);
    free(w->value_insn);
    free(w->phi_at);
    free(w->phi_arg);
    free(w->phi_block);
    free(w);
}
