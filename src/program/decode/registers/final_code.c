/*
 * final_code.c — writes the code that the interpreter runs, once registers are assigned. Blocks are
 * in their order with fall-through and inverted branches. Copies within one register are left out.
 * Switch tables are completed.
 */
#include "program/front_end/loader.h"
#include <stdlib.h>

typedef struct Writer {
    Loader *l;
    VFunction *v;
    const uint32_t *color; /* the register of each virtual one */
    uint32_t *lands;       /* per block: the block where a jump to it ends */
    bool *skipped;         /* per block: not written */
    VEC(Insn) code;
    VEC(uint32_t) locs;   /* per instruction */
    VEC(uint32_t) fixups; /* branches whose targets are still block numbers */
} Writer;

static uint16_t inverted(uint16_t op) {
    if (op == OP_BR) return OP_BRZ;
    if (op == OP_BRZ) return OP_BR;
    unsigned n = op - OP_BEQ, p = n / 2, immediate = n % 2;
    static const uint8_t opposite[22] = {1,  0,  5,  4,  3,  2,  18, 19, 20, 21, 14,
                                         15, 16, 17, 10, 11, 12, 13, 6,  7,  8,  9};
    return (uint16_t)(OP_BEQ + 2 * opposite[p] + immediate);
}

static bool is_noop(const VInsn *i, const uint32_t *color) {
    if (i->op == OP_MOV) return color[i->d] == color[i->a];
    return i->op == OP_MOVI && i->d == 0;
}

/* Returns the block that a jump to `b` ends in, through blocks with nothing but a jump. */
static uint32_t thread_jump(const VFunction *v, uint32_t b, const uint32_t *color) {
    for (int hops = 0; hops < 32; hops++) {
        const VBlock *block = &v->blocks.data[b];
        const VInsn *jump = NULL;
        for (uint32_t k = 0; k < block->len; k++) {
            const VInsn *i = &v->code.data[block->first + k];
            if (is_noop(i, color)) continue;
            if (i->op != OP_JMP) return b;
            jump = i;
            break;
        }
        if (!jump) return b;
        b = jump->target;
    }
    return b;
}

/* Marks blocks that only jump, or that are not reachable, as skipped. */
static void skip_blocks(Writer *w, Arena *scratch) {
    const VFunction *v = w->v;
    size_t nblocks = v->blocks.len;
    w->skipped = arena_alloc(scratch, nblocks + 1);
    w->lands = arena_alloc(scratch, (nblocks + 1) * 4);
    for (uint32_t b = 0; b < nblocks; b++) w->lands[b] = thread_jump(v, b, w->color);
    bool *reached = arena_alloc(scratch, nblocks + 1);
    reached[v->order.data[0]] = true;
    for (size_t k = 0; k < v->order.len; k++) {
        const VBlock *block = &v->blocks.data[v->order.data[k]];
        for (size_t s = 0; s < block->successors.len; s++)
            reached[w->lands[block->successors.data[s]]] = true;
    }
    for (size_t k = 1; k < v->order.len; k++) {
        uint32_t b = v->order.data[k];
        w->skipped[b] = w->lands[b] != b || !reached[b];
    }
}

static void write_insn(Writer *w, Insn out, uint32_t loc) {
    vec_push(&w->code, out);
    vec_push(&w->locs, loc);
}

static void write_list(Writer *w, const VInsn *i) {
    Insn out = {
        .op = i->op, .d = (uint16_t)i->nd, .a = (uint16_t)i->nu, .b = i->sub, .imm = i->imm};
    write_insn(w, out, i->loc);
    uint32_t n = i->nd + i->nu;
    for (uint32_t at = 0; at < n; at += 8) {
        uint16_t slots[8] = {0};
        for (uint32_t q = 0; q < 8 && at + q < n; q++)
            slots[q] = (uint16_t)w->color[w->v->list.data[i->list + at + q]];
        Insn s;
        memcpy(&s, slots, sizeof s);
        write_insn(w, s, i->loc);
    }
}

/* Writes the branch that is instruction `m` of its block; `next` is the following block. If that is
 * the target, the branch is inverted and replaces the jump behind it. Returns the number of
 * instructions processed. */
static uint32_t write_branch(Writer *w, const VBlock *block, uint32_t m, Insn out, uint32_t next) {
    const VInsn *i = &w->v->code.data[block->first + m];
    uint32_t target = w->lands[i->target], written = 1;
    if (i->op == OP_JMP && target == next) return written;
    if (i->op != OP_JMP && target == next && m + 1 < block->len && i[1].op == OP_JMP) {
        out.op = inverted(out.op);
        target = w->lands[i[1].target];
        written = 2;
    }
    out.imm = (uint32_t)i->imm | (uint64_t)target << 32;
    vec_push(&w->fixups, (uint32_t)w->code.len);
    write_insn(w, out, i->loc);
    return written;
}

static void write_block(Writer *w, VBlock *block, uint32_t next) {
    const uint32_t *color = w->color;
    block->code = (uint32_t)w->code.len;
    for (uint32_t m = 0; m < block->len;) {
        const VInsn *i = &w->v->code.data[block->first + m];
        uint8_t flags = op_flags[i->op];
        Insn out = {.op = i->op, .imm = i->imm};
        if (flags & F_LIST) {
            write_list(w, i);
            m++;
            continue;
        }
        if (flags & (F_W | F_D)) out.d = (uint16_t)color[i->d];
        if (flags & F_A) out.a = (uint16_t)color[i->a];
        if (flags & F_B) out.b = (uint16_t)color[i->b];
        if (flags & F_I) out.imm = color[i->c];
        if (flags & F_BRANCH) {
            m += write_branch(w, block, m, out, next);
            continue;
        }
        if (!is_noop(i, color)) write_insn(w, out, i->loc);
        m++;
    }
}

/* Returns the next written block behind place `k` of the order, or UINT32_MAX. */
static uint32_t block_behind(const Writer *w, size_t k) {
    const VFunction *v = w->v;
    for (size_t m = k + 1; m < v->order.len; m++)
        if (!w->skipped[v->order.data[m]]) return v->order.data[m];
    return UINT32_MAX;
}

/* Replaces block numbers by distances to the targets. */
static void resolve_branches(Writer *w) {
    for (size_t k = 0; k < w->fixups.len; k++) {
        Insn *i = &w->code.data[w->fixups.data[k]];
        uint32_t distance = w->v->blocks.data[i->imm >> 32].code - w->fixups.data[k];
        i->imm = (uint32_t)i->imm | (uint64_t)distance << 32;
    }
}

/* Links the cases of a switch that lead to the same place. */
static void group_cases(Loader *l, SwitchTable *t, uint32_t code_len) {
    uint32_t *next = arena_alloc(l->program->arena, (t->len + 1) * sizeof *next),
             *seen = xcalloc(code_len + 1, sizeof *seen);
    bool *first = arena_alloc(l->program->arena, t->len + 1);
    for (uint32_t k = 0; k < t->len; k++) {
        next[k] = t->len;
        first[k] = !seen[t->target[k]];
        if (!first[k]) next[seen[t->target[k]] - 1] = k;
        seen[t->target[k]] = k + 1;
    }
    t->next = next;
    t->first = first;
    free(seen);
}

static void finish_switch(Writer *w, SwitchTable *t) {
    const VBlock *blocks = w->v->blocks.data;
    Arena *arena = w->l->program->arena;
    uint32_t *target = (uint32_t *)t->target;
    for (uint32_t m = 0; m < t->len; m++) target[m] = blocks[w->lands[target[m]]].code;
    t->otherwise = blocks[w->lands[t->otherwise]].code;
    group_cases(w->l, t, (uint32_t)w->code.len);
    uint64_t span = t->len ? t->value[t->len - 1] - t->value[0] + 1 : 0;
    if (t->len < 3 || !span || span > (uint64_t)t->len * 8 + 64) return;
    uint32_t *dense = arena_alloc(arena, span * 4);
    for (uint64_t m = 0; m < span; m++) dense[m] = t->otherwise;
    for (uint32_t m = 0; m < t->len; m++) dense[t->value[m] - t->value[0]] = target[m];
    t->low = t->value[0];
    t->span = (uint32_t)span;
    t->dense = dense;
}

void write_final_code(Loader *l, VFunction *v, const uint32_t *color, Function *f, Arena *scratch) {
    Writer w = {.l = l, .v = v, .color = color};
    skip_blocks(&w, scratch);
    for (size_t k = 0; k < v->order.len; k++) {
        uint32_t b = v->order.data[k];
        if (!w.skipped[b]) write_block(&w, &v->blocks.data[b], block_behind(&w, k));
    }
    resolve_branches(&w);
    for (size_t k = v->first_switch; k < l->switches.len; k++)
        finish_switch(&w, &l->switches.data[k]);
    fuse_instructions(w.code.data, (uint32_t)w.code.len);
    f->code_len = (uint32_t)w.code.len;
    Insn *final = arena_alloc(l->program->arena, (w.code.len + 1) * sizeof(Insn));
    if (w.code.len) memcpy(final, w.code.data, w.code.len * sizeof(Insn));
    uint32_t *final_locs = arena_alloc(l->program->arena, (w.locs.len + 1) * 4);
    if (w.locs.len) memcpy(final_locs, w.locs.data, w.locs.len * 4);
    f->code = final;
    f->loc = final_locs;
    vec_free(&w.code);
    vec_free(&w.locs);
    vec_free(&w.fixups);
}
