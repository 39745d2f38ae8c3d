/*
 * match.c — see match.h. Functions are aligned by the meanings of their instructions without
 * registers. Then each pair is compared with its registers, by colours of values. The colours are
 * refined until nothing more is distinguished, as in the partitioning of congruent values by
 * Alpern, Wegman and Zadeck.
 */
#include "impact/match/match.h"
#include "base/tables/hash_set.h"
#include "impact/match/align.h"
#include "impact/control.h"
#include "impact/flow.h"
#include "impact/match/meaning.h"
#include <stdlib.h>

enum {
    COLOR_NOTHING = 1,
    COLOR_PARAMETER,
    COLOR_NUMBER,
    COLOR_PAIR,
    COLOR_ALONE,
    COLOR_JOIN,
    COLOR_PLACE
};

/* One function in both versions. */
typedef struct Pair {
    Match *m;
    Meanings *meanings;
    const Function *f[2];
    Flow *flow[2];
    uint32_t *list[2], n[2]; /* instructions that are aligned */
    uint64_t *token[2];      /* their meanings */
    bool *place[2];          /* per value: only the source place of an assertion */
    uint64_t *color[2];      /* per value */
    uint32_t *to[2];         /* per instruction of a side: its counterpart, or MATCH_NONE */
} Pair;

/* --- the place of an assertion ---------------------------------------------------------------- */

/* Whether operand `k` of a call is the text or place of an assertion in the sources. */
static bool is_place_operand(const Program *p, const Insn *i, uint32_t k) {
    if (flow_builtin(i) == BUILTIN_fail) return k > 0;
    if (i->op != OP_CALL || !p->functions[i->imm].library) return false;
    const LibraryFunction *f = library_function(p->functions[i->imm].name);
    return f && f->line >= 0;
}

/* Returns the values that are used only as such places: all values except those with another
 * use. */
static bool *places(const Program *p, const Flow *w) {
    const Function *f = w->function;
    bool *out = xcalloc(w->nvalues + 1, sizeof *out);
    for (uint32_t v = 1; v < w->nvalues; v++) out[v] = true;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k))
            for (uint32_t q = w->use_at[k]; q < w->use_at[k + 1]; q++) {
                bool through = insn_op(&f->code[k]) == OP_MOV && out[w->def_at[k]];
                if (!out[w->use[q]] || through ||
                    is_place_operand(p, &f->code[k], q - w->use_at[k]))
                    continue;
                out[w->use[q]] = false;
                again = true;
            }
        for (uint32_t n = 0; n < w->nvalues - w->first_phi; n++)
            for (uint32_t q = w->phi_at[n]; !out[w->first_phi + n] && q < w->phi_at[n + 1]; q++) {
                again |= out[w->phi_arg[q]];
                out[w->phi_arg[q]] = false;
            }
    }
    return out;
}

/* --- alignment -------------------------------------------------------------------------------- */

/* Whether an instruction is aligned. Jumps depend on the layout of blocks: their targets are
 * compared from the instructions before. */
static bool is_aligned(const Function *f, uint32_t k) { return insn_op(&f->code[k]) != OP_JMP; }

static void list_instructions(Pair *x, int side) {
    const Function *f = x->f[side];
    x->flow[side] = flow_of(x->meanings->program[side], f);
    x->place[side] = places(x->meanings->program[side], x->flow[side]);
    x->list[side] = xcalloc(f->code_len + 1, sizeof *x->list[side]);
    x->token[side] = xcalloc(f->code_len + 1, sizeof *x->token[side]);
    x->to[side] = xmalloc((f->code_len + 1) * sizeof *x->to[side]);
    for (uint32_t k = 0; k <= f->code_len; k++) x->to[side][k] = MATCH_NONE;
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        if (!is_aligned(f, k)) continue;
        bool place = insn_op(&f->code[k]) == OP_MOVI && x->place[side][x->flow[side]->def_at[k]];
        x->token[side][x->n[side]] =
            place ? hash_mix(COLOR_PLACE) : meaning_of_insn(x->meanings, (Side)side, f, k);
        x->list[side][x->n[side]++] = k;
    }
}

static void set_change(Pair *x, int side, uint32_t k, Change change) {
    uint8_t *out = side == SIDE_OLD ? x->m->old_change : x->m->new_change;
    out[x->f[side]->first_insn + k] = (uint8_t)change;
}

static void set_modified(Pair *x, uint32_t old) {
    set_change(x, SIDE_OLD, old, CHANGE_MODIFIED);
    set_change(x, SIDE_NEW, x->to[SIDE_OLD][old], CHANGE_MODIFIED);
}

static void connect(Pair *x, uint32_t old, uint32_t new) {
    x->to[SIDE_OLD][old] = new;
    x->to[SIDE_NEW][new] = old;
}

/* Pairs instructions between aligned ones: those with the same operation are modified, the others
 * added or deleted. */
static void pair_between(Pair *x, uint32_t a, uint32_t ea, uint32_t b, uint32_t eb) {
    for (uint32_t from = b; a < ea; a++) {
        uint32_t old = x->list[SIDE_OLD][a], q = from;
        unsigned op = insn_op(&x->f[SIDE_OLD]->code[old]);
        while (q < eb && insn_op(&x->f[SIDE_NEW]->code[x->list[SIDE_NEW][q]]) != op) q++;
        if (q == eb) {
            set_change(x, SIDE_OLD, old, CHANGE_DELETED);
            continue;
        }
        connect(x, old, x->list[SIDE_NEW][q]);
        set_modified(x, old);
        from = q + 1;
    }
    for (; b < eb; b++)
        if (x->to[SIDE_NEW][x->list[SIDE_NEW][b]] == MATCH_NONE)
            set_change(x, SIDE_NEW, x->list[SIDE_NEW][b], CHANGE_ADDED);
}

static void align_function(Pair *x) {
    uint32_t *found = xcalloc(x->n[0] + 1, sizeof *found), a = 0, b = 0;
    align_sequences(x->token[0], x->n[0], x->token[1], x->n[1], found);
    for (uint32_t k = 0; k <= x->n[0]; k++) {
        if (k < x->n[0] && found[k] == ALIGN_NONE) continue;
        uint32_t to = k < x->n[0] ? found[k] : x->n[1];
        pair_between(x, a, k, b, to);
        if (k < x->n[0]) connect(x, x->list[0][k], x->list[1][to]);
        a = k + 1;
        b = to + 1;
    }
    free(found);
}

/* --- values ----------------------------------------------------------------------------------- */

/* Returns the colour of a definition, by its instruction. */
static uint64_t defined_color(const Pair *x, int side, uint32_t v) {
    uint32_t k = x->flow[side]->value_insn[v], other = x->to[side][k];
    uint32_t which = v - x->flow[side]->def_at[k];
    if (other == MATCH_NONE)
        return hash_combine(hash_combine(COLOR_ALONE + 100u * (unsigned)side, k), which);
    return hash_combine(hash_combine(COLOR_PAIR, side == SIDE_OLD ? k : other), which);
}

static uint64_t first_color(const Pair *x, int side, uint32_t v) {
    const Flow *w = x->flow[side];
    if (!v) return COLOR_NOTHING;
    if (v >= w->first_phi) return COLOR_JOIN;
    if (v <= w->function->nparams) return hash_combine(COLOR_PARAMETER, v);
    return defined_color(x, side, v);
}

static int compare_uint64(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Few are sorted where they are. */
static void sort_colors(uint64_t *color, uint32_t n) {
    if (n > 16) {
        qsort(color, n, sizeof *color, compare_uint64);
        return;
    }
    for (uint32_t k = 1; k < n; k++) {
        uint64_t x = color[k];
        uint32_t at = k;
        for (; at && color[at - 1] > x; at--) color[at] = color[at - 1];
        color[at] = x;
    }
}

/* Returns the colour of a phi: its arguments, each once, in any order. */
static uint64_t join_color(const Pair *x, int side, uint32_t phi, uint64_t *room) {
    const Flow *w = x->flow[side];
    uint32_t n = 0;
    for (uint32_t q = w->phi_at[phi]; q < w->phi_at[phi + 1]; q++)
        if (w->phi_arg[q] != w->first_phi + phi) room[n++] = x->color[side][w->phi_arg[q]];
    sort_colors(room, n);
    uint64_t h = hash_combine(COLOR_JOIN, x->color[side][w->first_phi + phi]);
    for (uint32_t k = 0; k < n; k++)
        if (!k || room[k] != room[k - 1]) h = hash_combine(h, room[k]);
    return h;
}

/* Returns the number of colours of phis. */
static size_t count_colors(const Pair *x) {
    HashSet all = {0};
    for (int side = 0; side < 2; side++)
        for (uint32_t v = x->flow[side]->first_phi; v < x->flow[side]->nvalues; v++)
            hash_set_add(&all, MAX(x->color[side][v], 1)); /* 0 is no member */
    size_t colors = all.len;
    hash_set_free(&all);
    return colors;
}

static void color_values(Pair *x) {
    uint32_t most = 1;
    uint64_t *next[2];
    for (int side = 0; side < 2; side++) {
        const Flow *w = x->flow[side];
        x->color[side] = xcalloc(w->nvalues + 1, sizeof(uint64_t));
        next[side] = xcalloc(w->nvalues + 1, sizeof(uint64_t));
        for (uint32_t v = 0; v < w->nvalues; v++) x->color[side][v] = first_color(x, side, v);
        for (uint32_t p = 0; p < w->nvalues - w->first_phi; p++)
            most = MAX(most, w->phi_at[p + 1] - w->phi_at[p]);
    }
    uint64_t *room = xcalloc(most, sizeof *room);
    for (size_t colors = 0, now = count_colors(x); now > colors;) {
        colors = now;
        for (int side = 0; side < 2; side++) {
            const Flow *w = x->flow[side];
            for (uint32_t p = 0; p < w->nvalues - w->first_phi; p++)
                next[side][p] = join_color(x, side, p, room);
        }
        for (int side = 0; side < 2; side++) {
            const Flow *w = x->flow[side];
            memcpy(x->color[side] + w->first_phi, next[side],
                   (w->nvalues - w->first_phi) * sizeof(uint64_t));
        }
        now = count_colors(x);
    }
    free(next[0]);
    free(next[1]);
    free(room);
}

/* Returns the colour of an operand; for a constant its meaning, wherever it was loaded. */
static uint64_t operand_color(const Pair *x, int side, uint32_t v) {
    uint64_t number;
    if (x->place[side][v]) return COLOR_PLACE;
    if (flow_constant(x->flow[side], v, &number))
        return hash_combine(COLOR_NUMBER, meaning_of_number(x->meanings, (Side)side, number));
    return x->color[side][v];
}

static bool same_operands(const Pair *x, uint32_t old, uint32_t new) {
    const Flow *a = x->flow[SIDE_OLD], *b = x->flow[SIDE_NEW];
    uint32_t n = a->use_at[old + 1] - a->use_at[old];
    if (n != b->use_at[new + 1] - b->use_at[new]) return false;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t v = a->use[a->use_at[old] + k], w = b->use[b->use_at[new] + k];
        if (x->color[SIDE_OLD][v] != x->color[SIDE_NEW][w] &&
            operand_color(x, SIDE_OLD, v) != operand_color(x, SIDE_NEW, w))
            return false;
    }
    return true;
}

/* --- targets of control ----------------------------------------------------------------------- */

#define MOST_SKIPPED 64

/* The first instructions with counterparts from instruction k on, as instructions of OLD. */
typedef struct Landing {
    uint32_t at[MOST_SKIPPED];
    uint32_t n;
    bool branched,
        too_far; /* a branch without counterpart lay between; too many instructions lay between */
} Landing;

static void land(const Pair *x, int side, uint32_t k, Landing *out) {
    const Function *f = x->f[side];
    const Program *p = x->meanings->program[side];
    uint32_t stack[4 * MOST_SKIPPED], seen[MOST_SKIPPED], depth = 0, nseen = 0;
    stack[depth++] = k;
    while (depth) {
        k = stack[--depth];
        if (k >= f->code_len) continue;
        bool known = false;
        for (uint32_t q = 0; q < nseen; q++) known |= seen[q] == k;
        if (known) continue;
        if (nseen == MOST_SKIPPED || out->n == MOST_SKIPPED || depth > 3 * MOST_SKIPPED) {
            out->too_far = true;
            return;
        }
        seen[nseen++] = k;
        if (x->to[side][k] != MATCH_NONE) {
            out->at[out->n++] = side == SIDE_OLD ? k : x->to[side][k];
            continue;
        }
        unsigned op = insn_op(&f->code[k]);
        out->branched |= op != OP_JMP && (op_flags[op] & F_BRANCH || flow_ends(&f->code[k]));
        if (op_flags[op] & F_BRANCH) stack[depth++] = flow_target(f, k);
        if (op == OP_SWITCH) {
            const SwitchTable *t = &p->switches[f->code[k].imm];
            if (t->len > MOST_SKIPPED) out->too_far = true;
            for (uint32_t q = 0; q < t->len && depth < 2 * MOST_SKIPPED; q++)
                stack[depth++] = t->target[q];
            stack[depth++] = t->otherwise;
        } else if (!flow_ends(&f->code[k]))
            stack[depth++] = flow_next(f, k);
    }
}

static bool same_landing(const Pair *x, uint32_t old, uint32_t new) {
    Landing a = {.n = 0}, b = {.n = 0};
    land(x, SIDE_OLD, old, &a);
    land(x, SIDE_NEW, new, &b);
    if (a.too_far || b.too_far) return false;
    for (uint32_t k = 0; k < a.n; k++)
        for (uint32_t q = 0; q < b.n; q++)
            if (a.at[k] == b.at[q]) return true;
    return a.branched || b.branched || (!a.n && !b.n);
}

static bool same_ways(const Pair *x, uint32_t old, uint32_t new) {
    const Insn *a = &x->f[SIDE_OLD]->code[old], *b = &x->f[SIDE_NEW]->code[new];
    unsigned op = insn_op(a);
    if (op == OP_SWITCH) {
        const SwitchTable *s = &x->m->old->switches[a->imm], *t = &x->m->new->switches[b->imm];
        for (uint32_t k = 0; k < s->len; k++)
            if (!same_landing(x, s->target[k], t->target[k])) return false;
        return same_landing(x, s->otherwise, t->otherwise);
    }
    if (op_flags[op] & F_BRANCH &&
        !same_landing(x, flow_target(x->f[SIDE_OLD], old), flow_target(x->f[SIDE_NEW], new)))
        return false;
    return flow_ends(a) ||
           same_landing(x, flow_next(x->f[SIDE_OLD], old), flow_next(x->f[SIDE_NEW], new));
}

/* --- control dependence ----------------------------------------------------------------------- */

/* Returns the meaning of a block's edge: which side of a branch, or which cases. */
static uint64_t edge_label(const Program *p, const Flow *w, ControlParent c) {
    const FlowBlock *b = &w->blocks[c.of];
    const Insn *i = &w->function->code[b->last];
    uint32_t to = w->blocks[w->edges[b->successors + c.edge]].first;
    if (insn_op(i) != OP_SWITCH)
        return op_flags[insn_op(i)] & F_BRANCH && to == flow_target(w->function, b->last);
    const SwitchTable *t = &p->switches[i->imm];
    uint64_t h = to == t->otherwise;
    for (uint32_t k = 0; k < t->len; k++)
        if (t->target[k] == to) h = hash_combine(h, t->value[k]);
    return h;
}

/* Returns the colour of a block's parents. Sets *changed if one of them is changed itself. */
static uint64_t parents_color(const Pair *x, int side, const Control *c, uint32_t b,
                              bool *changed) {
    const Flow *w = x->flow[side];
    const uint8_t *change = side == SIDE_OLD ? x->m->old_change : x->m->new_change;
    uint64_t sum = 0;
    for (uint32_t k = c->at[b]; k < c->at[b + 1]; k++) {
        uint32_t insn = w->blocks[c->parent[k].of].last, other = x->to[side][insn];
        *changed |= change[w->function->first_insn + insn] != CHANGE_NONE;
        sum += hash_combine(side == SIDE_OLD ? insn : other,
                            edge_label(x->meanings->program[side], w, c->parent[k]));
    }
    return sum;
}

/* Marks instructions that depend on other sides of branches as modified, unless one of these
 * branches is. */
static void check_control(Pair *x) {
    Control *c[2] = {control_of(x->flow[SIDE_OLD], NULL, NULL),
                     control_of(x->flow[SIDE_NEW], NULL, NULL)};
    VEC(uint32_t) differ = {0};
    for (uint32_t k = 0; k < x->n[SIDE_OLD]; k++) {
        uint32_t old = x->list[SIDE_OLD][k], new = x->to[SIDE_OLD][old];
        if (new == MATCH_NONE) continue;
        uint32_t a = x->flow[SIDE_OLD]->block_of[old], b = x->flow[SIDE_NEW]->block_of[new];
        bool changed = false,
             other = x->flow[SIDE_OLD]->blocks[a].reached != x->flow[SIDE_NEW]->blocks[b].reached;
        uint64_t p = parents_color(x, SIDE_OLD, c[0], a, &changed),
                 q = parents_color(x, SIDE_NEW, c[1], b, &changed);
        if (other || (p != q && !changed)) vec_push(&differ, old);
    }
    for (size_t k = 0; k < differ.len; k++) set_modified(x, differ.data[k]);
    vec_free(&differ);
    control_free(c[0]);
    control_free(c[1]);
}

/* --- functions -------------------------------------------------------------------------------- */

/* Whether variables in memory correspond one to one, in the order of the first uses of their
 * addresses. */
static bool same_variable(const Pair *x, uint32_t old, uint32_t new, int *to[2]) {
    if (insn_op(&x->f[SIDE_OLD]->code[old]) != OP_STACKADDR) return true;
    int a = meaning_stack_object(x->f[SIDE_OLD], x->f[SIDE_OLD]->code[old].imm),
        b = meaning_stack_object(x->f[SIDE_NEW], x->f[SIDE_NEW]->code[new].imm);
    if (a < 0 || b < 0) return a == b;
    if (!to[SIDE_OLD][a] && !to[SIDE_NEW][b]) {
        to[SIDE_OLD][a] = b + 1;
        to[SIDE_NEW][b] = a + 1;
    }
    return to[SIDE_OLD][a] == b + 1 && to[SIDE_NEW][b] == a + 1;
}

static void check_pairs(Pair *x) {
    int *to[2] = {xcalloc(x->f[SIDE_OLD]->nobjects + 1, sizeof(int)),
                  xcalloc(x->f[SIDE_NEW]->nobjects + 1, sizeof(int))};
    for (uint32_t k = 0; k < x->n[SIDE_OLD]; k++) {
        uint32_t old = x->list[SIDE_OLD][k], new = x->to[SIDE_OLD][old];
        if (new == MATCH_NONE) continue;
        if (!same_variable(x, old, new, to) || !same_operands(x, old, new) ||
            !same_ways(x, old, new))
            set_modified(x, old);
    }
    if (x->n[SIDE_OLD] && x->to[SIDE_OLD][x->list[SIDE_OLD][0]] != MATCH_NONE &&
        !same_landing(x, 0, 0))
        set_modified(x, x->list[SIDE_OLD][0]);
    free(to[0]);
    free(to[1]);
}

/* Whether two functions are equal field by field, registers included, as nearly all functions of
 * two versions are. */
static bool alike(Meanings *m, const Function *a, const Function *b) {
    const SwitchTable *s = m->program[SIDE_OLD]->switches, *t = m->program[SIDE_NEW]->switches;
    if (a->code_len != b->code_len || a->nparams != b->nparams || a->nobjects != b->nobjects ||
        a->atomic != b->atomic)
        return false;
    for (uint32_t k = 0; k < a->nobjects; k++)
        if (a->objects[k].size != b->objects[k].size ||
            a->objects[k].offset != b->objects[k].offset)
            return false;
    for (uint32_t k = 0; k < a->code_len; k = flow_next(a, k)) {
        const Insn *x = &a->code[k], *y = &b->code[k];
        uint8_t flags = op_flags[insn_op(x)];
        if (insn_op(x) != insn_op(y) || x->d != y->d || x->a != y->a || x->b != y->b) return false;
        if (flags & F_LIST &&
            memcmp(insn_slots(x), insn_slots(y), (x->d + x->a) * sizeof(uint16_t)) != 0)
            return false;
        if (flags & F_BRANCH && x->imm >> 32 != y->imm >> 32) return false;
        if (flags & F_I && x->imm != y->imm) return false;
        if (insn_op(x) == OP_SWITCH) {
            const SwitchTable *v = &s[x->imm], *w = &t[y->imm];
            if (v->len != w->len || v->otherwise != w->otherwise ||
                memcmp(v->target, w->target, v->len * sizeof *v->target) != 0)
                return false;
        }
        if (meaning_of_insn(m, SIDE_OLD, a, k) != meaning_of_insn(m, SIDE_NEW, b, k)) return false;
    }
    return true;
}

static void free_pair(Pair *x) {
    for (int side = 0; side < 2; side++) {
        flow_free(x->flow[side]);
        free(x->list[side]);
        free(x->token[side]);
        free(x->place[side]);
        free(x->color[side]);
        free(x->to[side]);
    }
}

static void match_functions(Match *m, Meanings *meanings, const Function *a, const Function *b) {
    if (!a->code_len || !b->code_len) {
        if (!a->code_len && !b->code_len) return;
    } else if (alike(meanings, a, b)) {
        for (uint32_t k = 0; k < a->code_len; k = flow_next(a, k)) {
            m->to_new[a->first_insn + k] = b->first_insn + k;
            m->to_old[b->first_insn + k] = a->first_insn + k;
        }
        return;
    }
    Pair x = {.m = m, .meanings = meanings, .f = {a, b}};
    for (int side = 0; side < 2; side++) list_instructions(&x, side);
    align_function(&x);
    color_values(&x);
    check_pairs(&x);
    check_control(&x);
    for (uint32_t k = 0; k < a->code_len; k++)
        if (x.to[SIDE_OLD][k] != MATCH_NONE) {
            m->to_new[a->first_insn + k] = b->first_insn + x.to[SIDE_OLD][k];
            m->to_old[b->first_insn + x.to[SIDE_OLD][k]] = a->first_insn + k;
        }
    bool changed = a->atomic != b->atomic;
    if (changed && a->code_len && b->code_len && x.to[SIDE_OLD][0] != MATCH_NONE)
        set_modified(&x, 0);
    for (uint32_t k = 0; k < a->code_len; k++) changed |= m->old_change[a->first_insn + k];
    for (uint32_t k = 0; k < b->code_len; k++) changed |= m->new_change[b->first_insn + k];
    if (changed)
        m->old_function[a - m->old->functions] = m->new_function[b - m->new->functions] =
            CHANGE_MODIFIED;
    free_pair(&x);
}

/* Marks all instructions of a function without counterpart as added or deleted. */
static void match_alone(const Function *f, uint8_t *function, uint8_t *insns, Change change) {
    if (!f->code_len) return;
    *function = (uint8_t)change;
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k))
        insns[f->first_insn + k] = (uint8_t)change;
}

static bool same_list(const Match *m, const uint32_t *a, uint32_t n, const uint32_t *b,
                      uint32_t k) {
    if (n != k) return false;
    for (uint32_t q = 0; q < n; q++)
        if (m->function_to_new[a[q]] != b[q]) return false;
    return true;
}

static void match_globals(Match *m, Meanings *meanings) {
    for (uint32_t k = 0; k < m->old->nglobals; k++) {
        uint32_t to = m->global_to_new[k];
        if (to == MATCH_NONE ||
            meaning_of_content(meanings, SIDE_OLD, k) == meaning_of_content(meanings, SIDE_NEW, to))
            continue;
        m->old_global[k] = m->new_global[to] = m->any = true;
    }
}

static uint32_t *nothing_known(uint32_t n) {
    uint32_t *out = xmalloc((n + 1) * sizeof *out);
    for (uint32_t k = 0; k <= n; k++) out[k] = MATCH_NONE;
    return out;
}

Match *match_programs(const Program *old, const Program *new) {
    Match *m = xcalloc(1, sizeof *m);
    Meanings *meanings = meanings_of(old, new);
    m->old = old;
    m->new = new;
    m->to_new = nothing_known(old->ninsns);
    m->to_old = nothing_known(new->ninsns);
    m->old_change = xcalloc(old->ninsns + 1, 1);
    m->new_change = xcalloc(new->ninsns + 1, 1);
    m->old_function = xcalloc(old->nfunctions + 1, 1);
    m->new_function = xcalloc(new->nfunctions + 1, 1);
    m->old_global = xcalloc(old->nglobals + 1, sizeof *m->old_global);
    m->new_global = xcalloc(new->nglobals + 1, sizeof *m->new_global);
    m->function_to_new = meanings->function_to[SIDE_OLD];
    m->function_to_old = meanings->function_to[SIDE_NEW];
    m->global_to_new = meanings->global_to[SIDE_OLD];
    m->global_to_old = meanings->global_to[SIDE_NEW];
    match_globals(m, meanings);
    for (uint32_t k = 0; k < old->nfunctions; k++)
        if (m->function_to_new[k] == MATCH_NONE)
            match_alone(&old->functions[k], &m->old_function[k], m->old_change, CHANGE_DELETED);
        else
            match_functions(m, meanings, &old->functions[k],
                            &new->functions[m->function_to_new[k]]);
    for (uint32_t k = 0; k < new->nfunctions; k++)
        if (m->function_to_old[k] == MATCH_NONE)
            match_alone(&new->functions[k], &m->new_function[k], m->new_change, CHANGE_ADDED);
    m->order_changed =
        !same_list(m, old->constructors, old->nconstructors, new->constructors,
                   new->nconstructors) ||
        !same_list(m, old->destructors, old->ndestructors, new->destructors, new->ndestructors);
    m->any |= m->order_changed;
    for (uint32_t k = 0; k < old->nfunctions; k++) m->any |= m->old_function[k] != CHANGE_NONE;
    for (uint32_t k = 0; k < new->nfunctions; k++) m->any |= m->new_function[k] != CHANGE_NONE;
    /* The match owns the counterparts from here on. */
    memset(meanings->function_to, 0, sizeof meanings->function_to);
    memset(meanings->global_to, 0, sizeof meanings->global_to);
    meanings_free(meanings);
    return m;
}

void match_free(Match *m) {
    if (!m) return;
    free(m->to_new);
    free(m->to_old);
    free(m->old_change);
    free(m->new_change);
    free(m->function_to_new);
    free(m->function_to_old);
    free(m->old_function);
    free(m->new_function);
    free(m->global_to_new);
    free(m->global_to_old);
    free(m->old_global);
    free(m->new_global);
    free(m);
}
