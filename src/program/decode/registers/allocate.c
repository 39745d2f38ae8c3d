/*
 * allocate.c — assigns registers to virtual code: liveness, coalescing of copies (so that phis cost
 * nothing), assignment of the fewest registers.
 *
 * Executing phis as copies on edges was measured to be the worst choice for the interpreter;
 * coalescing them saves a third of the time of a loop.
 */
#include "program/front_end/loader.h"
#include <stdlib.h>

typedef struct Range {
    uint32_t start, end; /* half-open, two positions per instruction: reads at 2k, writes at 2k+1 */
} Range;

typedef struct RangeList {
    Range *data;
    uint32_t len;
} RangeList;

typedef struct Allocator {
    VFunction *v;
    uint32_t *position; /* position of the first instruction of each block, in layout order */
    uint64_t *live_in, *live_out, *uses, *defs;
    size_t words; /* length of a bit set over virtual registers */
    RangeList *ranges;
    uint32_t *parent; /* union-find over virtual registers */
    uint32_t total;   /* number of instructions */
} Allocator;

static inline bool bit_get(const uint64_t *s, uint32_t i) { return s[i >> 6] >> (i & 63) & 1; }
static inline void bit_set(uint64_t *s, uint32_t i) { s[i >> 6] |= 1ull << (i & 63); }
static inline void bit_clear(uint64_t *s, uint32_t i) { s[i >> 6] &= ~(1ull << (i & 63)); }

/* Calls `f` for the registers that an instruction reads and writes. */
#define FOR_USES(v, i, r, ...)                                         \
    do {                                                               \
        uint8_t fl_ = op_flags[(i)->op];                               \
        if (fl_ & F_LIST)                                              \
            for (uint32_t k_ = 0; k_ < (i)->nu; k_++) {                \
                uint32_t r = (v)->list.data[(i)->list + (i)->nd + k_]; \
                __VA_ARGS__;                                           \
            }                                                          \
        if (fl_ & F_A) {                                               \
            uint32_t r = (i)->a;                                       \
            __VA_ARGS__;                                               \
        }                                                              \
        if (fl_ & F_B) {                                               \
            uint32_t r = (i)->b;                                       \
            __VA_ARGS__;                                               \
        }                                                              \
        if (fl_ & F_D) {                                               \
            uint32_t r = (i)->d;                                       \
            __VA_ARGS__;                                               \
        }                                                              \
        if (fl_ & F_I) {                                               \
            uint32_t r = (i)->c;                                       \
            __VA_ARGS__;                                               \
        }                                                              \
    } while (0)

#define FOR_DEFS(v, i, r, ...)                               \
    do {                                                     \
        if (op_flags[(i)->op] & F_LIST)                      \
            for (uint32_t k_ = 0; k_ < (i)->nd; k_++) {      \
                uint32_t r = (v)->list.data[(i)->list + k_]; \
                __VA_ARGS__;                                 \
            }                                                \
        else if ((op_flags[(i)->op] & F_W) && (i)->d) {      \
            uint32_t r = (i)->d;                             \
            __VA_ARGS__;                                     \
        }                                                    \
    } while (0)

static void compute_liveness(Allocator *a) {
    VFunction *v = a->v;
    size_t n = v->blocks.len;
    for (size_t b = 0; b < n; b++) {
        VBlock *block = &v->blocks.data[b];
        uint64_t *use = a->uses + b * a->words, *def = a->defs + b * a->words;
        for (uint32_t k = 0; k < block->len; k++) {
            VInsn *i = &v->code.data[block->first + k];
            FOR_USES(v, i, r, if (!bit_get(def, r)) bit_set(use, r));
            FOR_DEFS(v, i, r, bit_set(def, r));
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = v->order.len; k-- > 0;) {
            uint32_t b = v->order.data[k];
            uint64_t *in = a->live_in + b * a->words, *out = a->live_out + b * a->words;
            const uint64_t *use = a->uses + b * a->words, *def = a->defs + b * a->words;
            VBlock *block = &v->blocks.data[b];
            for (size_t s = 0; s < block->successors.len; s++) {
                const uint64_t *from = a->live_in + block->successors.data[s] * a->words;
                for (size_t w = 0; w < a->words; w++) out[w] |= from[w];
            }
            for (size_t w = 0; w < a->words; w++) {
                uint64_t x = use[w] | (out[w] & ~def[w]);
                if (x != in[w]) {
                    in[w] = x;
                    changed = true;
                }
            }
        }
    }
}

typedef struct RangeOf {
    uint32_t reg;
    Range range;
} RangeOf;

/* Computes the live ranges of each register, ascending. */
static void compute_ranges(Allocator *a, Arena *arena) {
    VFunction *v = a->v;
    VEC(RangeOf) all = {0};
    uint32_t *open_end =
        xcalloc(v->nvregs, sizeof *open_end); /* end of the range being built, 0: not live */
    uint64_t *live = xcalloc(a->words, 8);
    for (size_t k = v->order.len; k-- > 0;) {
        uint32_t b = v->order.data[k];
        VBlock *block = &v->blocks.data[b];
        uint32_t start = a->position[b] * 2, end = (a->position[b] + block->len) * 2;
        memcpy(live, a->live_out + b * a->words, a->words * 8);
        for (size_t w = 0; w < a->words; w++)
            for (uint64_t bits = live[w]; bits; bits &= bits - 1)
                open_end[w * 64 + (unsigned)__builtin_ctzll(bits)] = end;
        for (uint32_t m = block->len; m-- > 0;) {
            VInsn *i = &v->code.data[block->first + m];
            uint32_t at = start + m * 2;
            FOR_DEFS(v, i, r, {
                RangeOf x = {r, {at + 1, bit_get(live, r) ? open_end[r] : at + 2}};
                vec_push(&all, x);
                bit_clear(live, r);
            });
            FOR_USES(
                v, i, r, if (!bit_get(live, r)) {
                    bit_set(live, r);
                    open_end[r] = at + 1;
                });
        }
        for (size_t w = 0; w < a->words; w++)
            for (uint64_t bits = live[w]; bits; bits &= bits - 1) {
                uint32_t r = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits);
                RangeOf x = {r, {start, open_end[r]}};
                vec_push(&all, x);
            }
    }
    /* Collected backwards: count, then fill ascending. */
    for (size_t k = 0; k < all.len; k++) a->ranges[all.data[k].reg].len++;
    for (uint32_t r = 0; r < v->nvregs; r++) {
        a->ranges[r].data =
            a->ranges[r].len ? arena_alloc(arena, a->ranges[r].len * sizeof(Range)) : NULL;
        a->ranges[r].len = 0;
    }
    for (size_t k = all.len; k-- > 0;) {
        RangeList *l = &a->ranges[all.data[k].reg];
        Range x = all.data[k].range;
        if (l->len && l->data[l->len - 1].end >= x.start && l->data[l->len - 1].start <= x.start)
            l->data[l->len - 1].end = MAX(l->data[l->len - 1].end, x.end);
        else
            l->data[l->len++] = x;
    }
    vec_free(&all);
    free(open_end);
    free(live);
}

static uint32_t find_class(Allocator *a, uint32_t r) {
    while (a->parent[r] != r) r = a->parent[r] = a->parent[a->parent[r]];
    return r;
}

static bool ranges_overlap(const RangeList *x, const RangeList *y) {
    for (uint32_t i = 0, j = 0; i < x->len && j < y->len;) {
        if (x->data[i].end <= y->data[j].start)
            i++;
        else if (y->data[j].end <= x->data[i].start)
            j++;
        else
            return true;
    }
    return false;
}

static void coalesce(Allocator *a, Arena *arena) {
    VFunction *v = a->v;
    for (size_t k = 0; k < v->code.len; k++) {
        VInsn *i = &v->code.data[k];
        if (i->op != OP_MOV) continue;
        uint32_t x = find_class(a, i->d), y = find_class(a, i->a);
        if (x == y) continue;
        if (x <= v->nparams && y <= v->nparams) continue;
        if (y <= v->nparams) {
            uint32_t t = x;
            x = y;
            y = t;
        }
        if (ranges_overlap(&a->ranges[x], &a->ranges[y])) continue;
        RangeList merged = {
            arena_alloc(arena, (a->ranges[x].len + a->ranges[y].len) * sizeof(Range)), 0};
        const RangeList *p = &a->ranges[x], *q = &a->ranges[y];
        for (uint32_t m = 0, n = 0; m < p->len || n < q->len;) {
            Range next = n >= q->len || (m < p->len && p->data[m].start < q->data[n].start)
                             ? p->data[m++]
                             : q->data[n++];
            if (merged.len && merged.data[merged.len - 1].end == next.start)
                merged.data[merged.len - 1].end = next.end;
            else
                merged.data[merged.len++] = next;
        }
        a->parent[y] = x; /* parameters stay the representatives of their classes */
        a->ranges[x] = merged;
    }
}

typedef struct Occupied {
    uint64_t *bits;
    uint32_t until; /* occupied up to here, from the start of the last class that took it */
} Occupied;

static bool range_free(const uint64_t *bits, Range r) {
    for (uint32_t w = r.start >> 6; w <= (r.end - 1) >> 6; w++) {
        uint64_t m = ~0ull;
        if (w == r.start >> 6) m &= ~0ull << (r.start & 63);
        if (w == (r.end - 1) >> 6) m &= ~0ull >> (63 - ((r.end - 1) & 63));
        if (bits[w] & m) return false;
    }
    return true;
}

static void range_take(uint64_t *bits, Range r) {
    for (uint32_t w = r.start >> 6; w <= (r.end - 1) >> 6; w++) {
        uint64_t m = ~0ull;
        if (w == r.start >> 6) m &= ~0ull << (r.start & 63);
        if (w == (r.end - 1) >> 6) m &= ~0ull >> (63 - ((r.end - 1) & 63));
        bits[w] |= m;
    }
}

typedef struct ClassStart {
    uint32_t start, reg;
} ClassStart;

static int compare_starts(const void *p, const void *q) {
    const ClassStart *x = p, *y = q;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return x->reg < y->reg ? -1 : x->reg > y->reg;
}

/* Gives every class the lowest register that is free over all its ranges. `color` is per virtual
 * register. Returns the number of registers. */
static uint32_t assign(Allocator *a, uint32_t *color) {
    VFunction *v = a->v;
    size_t words = (a->total * 2 + 64) / 64 + 1;
    VEC(Occupied) registers = {0};
    VEC(ClassStart) classes = {0};
    for (uint32_t r = 1; r < v->nvregs; r++)
        if (find_class(a, r) == r && a->ranges[r].len) {
            ClassStart c = {a->ranges[r].data[0].start, r};
            vec_push(&classes, c);
        }
    for (uint32_t r = 1; r <= v->nparams; r++) {
        Occupied o = {xcalloc(words, 8), 0};
        vec_push(&registers, o);
        color[r] = r - 1;
        for (uint32_t k = 0; find_class(a, r) == r && k < a->ranges[r].len; k++)
            range_take(o.bits, a->ranges[r].data[k]);
    }
    if (classes.len) qsort(classes.data, classes.len, sizeof *classes.data, compare_starts);
    for (size_t c = 0; c < classes.len && registers.len < UINT16_MAX; c++) {
        uint32_t r = classes.data[c].reg;
        if (r <= v->nparams) continue;
        RangeList *l = &a->ranges[r];
        uint32_t chosen = v->returns_twice ? (uint32_t)registers.len : 0;
        for (;; chosen++) {
            if (chosen == registers.len) {
                Occupied o = {xcalloc(words, 8), 0};
                vec_push(&registers, o);
            }
            if (registers.data[chosen].until > l->data[0].start) continue;
            bool ok = true;
            for (uint32_t k = 0; ok && k < l->len; k++)
                ok = range_free(registers.data[chosen].bits, l->data[k]);
            if (ok) break;
        }
        for (uint32_t k = 0; k < l->len; k++) range_take(registers.data[chosen].bits, l->data[k]);
        registers.data[chosen].until = l->data[0].end;
        color[r] = chosen;
    }
    for (uint32_t r = 1; r < v->nvregs; r++) color[r] = color[find_class(a, r)];
    uint32_t n = (uint32_t)registers.len;
    for (size_t k = 0; k < registers.len; k++) free(registers.data[k].bits);
    vec_free(&registers);
    vec_free(&classes);
    return n;
}

/* Whether a list of operands is longer than an instruction can count. */
static bool too_long(const VFunction *v) {
    for (size_t k = 0; k < v->code.len; k++)
        if (op_flags[v->code.data[k].op] & F_LIST &&
            (v->code.data[k].nd > UINT16_MAX || v->code.data[k].nu > UINT16_MAX))
            return true;
    return false;
}

/* Lets the registers that are kept live from the beginning to the end. */
static void keep_registers(Allocator *a, Arena *arena) {
    for (size_t k = 0; k < a->v->kept.len; k++) {
        RangeList *l = &a->ranges[a->v->kept.data[k]];
        l->data = arena_alloc(arena, sizeof *l->data);
        l->data[0] = (Range){0, MAX(a->total, 1) * 2};
        l->len = 1;
    }
}

void allocate_registers(Loader *l, VFunction *v, Function *f, Arena *scratch) {
    Allocator a = {.v = v, .words = (v->nvregs + 63) / 64};
    size_t nblocks = v->blocks.len;
    a.position = arena_alloc(scratch, (nblocks + 1) * 4);
    for (size_t k = 0; k < v->order.len; k++) {
        a.position[v->order.data[k]] = a.total;
        a.total += v->blocks.data[v->order.data[k]].len;
    }
    a.live_in = arena_alloc(scratch, nblocks * a.words * 8);
    a.live_out = arena_alloc(scratch, nblocks * a.words * 8);
    a.uses = arena_alloc(scratch, nblocks * a.words * 8);
    a.defs = arena_alloc(scratch, nblocks * a.words * 8);
    a.ranges = arena_alloc(scratch, v->nvregs * sizeof(RangeList));
    a.parent = arena_alloc(scratch, v->nvregs * 4);
    for (uint32_t r = 0; r < v->nvregs; r++) a.parent[r] = r;
    compute_liveness(&a);
    compute_ranges(&a, scratch);
    keep_registers(&a, scratch);
    if (!v->returns_twice) coalesce(&a, scratch);
    uint32_t *color = arena_alloc(scratch, v->nvregs * 4);
    v->color = color;
    f->nregs = assign(&a, color);
    if (f->nregs >= UINT16_MAX || too_long(v)) {
        loader_error(l, "the function `%s` is too large: it needs more than 65,534 registers",
                     f->name);
        return;
    }
    write_final_code(l, v, color, f, scratch);
}
