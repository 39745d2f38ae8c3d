/*
 * constraints.c — the constraints for points_to.c that follow from a program's code and initial
 * memory, and the choice of contexts in which functions are analysed.
 */
#include "impact/match/meaning.h"
#include "impact/pointers/points_to_internal.h"
#include "runtime/engine.h"
#include <stdlib.h>

#define SMALL_LIBRARY_FUNCTION 150 /* instructions */
#define SMALL_OWN_FUNCTION 48
#define DEEPEST_INSTANCE 5
#define MOST_CLONED 400000 /* instructions */
#define MOST_RESULTS 64
#define MANY_POINTERS 64 /* in the initial bytes of one global */

bool points_to_is_input(const Function *f) {
    return f->library && !strcmp(f->name, "__heddle_fault");
}

/* --- instances -------------------------------------------------------------------------------- */

static uint32_t results_of(const Function *f) { return MIN(MAX(f->nresults, 1u), MOST_RESULTS); }

static uint32_t instance_new(PointsTo *t, uint32_t function, uint32_t parent, uint32_t call) {
    const Function *f = &t->program->functions[function];
    if (!t->flows[function]) t->flows[function] = flow_of(t->program, f);
    uint32_t depth = parent == POINTS_TO_NONE ? 0 : t->instances.data[parent].depth + 1;
    Instance x = {function, parent, call, depth,
                  node_new(t, t->flows[function]->nvalues + results_of(f))};
    vec_push(&t->instances, x);
    return (uint32_t)t->instances.len - 1;
}

uint32_t instance_shared(PointsTo *t, uint32_t function) {
    if (t->shared[function] == POINTS_TO_NONE)
        t->shared[function] = instance_new(t, function, POINTS_TO_NONE, 0);
    return t->shared[function];
}

/* Whether a function is small and allocates what it may return, directly or through such
 * functions. */
static bool allocates(const Program *p, const Function *f, unsigned depth) {
    if (!f->code_len || f->code_len > (f->library ? SMALL_LIBRARY_FUNCTION : SMALL_OWN_FUNCTION) ||
        depth > 4)
        return false;
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        const Insn *i = &f->code[k];
        if (flow_builtin(i) == BUILTIN_malloc) return true;
        if (i->op == OP_CALL && allocates(p, &p->functions[i->imm], depth + 1)) return true;
    }
    return false;
}

/* Whether a function belongs to the emulated kernel, whose tables all callers share anyway. */
static bool is_kernel(const Program *p, const Function *f) {
    return f->library && f->code_len && strstr(p->locs[f->loc[0]].file, "/kernel/") != NULL;
}

/* Whether calls by instance `parent` get instances of their own. */
static bool is_cloned(const PointsTo *t, uint32_t parent, uint32_t function) {
    const Instance *from = &t->instances.data[parent];
    const Function *f = &t->program->functions[function],
                   *caller = &t->program->functions[from->function];
    if ((caller->library && from->parent == POINTS_TO_NONE) || is_kernel(t->program, f))
        return false;
    if (from->depth >= DEEPEST_INSTANCE || t->cloned + f->code_len > MOST_CLONED) return false;
    if (f->library ? f->code_len > SMALL_LIBRARY_FUNCTION : !allocates(t->program, f, 0))
        return false;
    for (uint32_t k = parent; k != POINTS_TO_NONE; k = t->instances.data[k].parent)
        if (t->instances.data[k].function == function) return false;
    return true;
}

static uint32_t instance_for(PointsTo *t, uint32_t parent, uint32_t call, uint32_t function) {
    if (!is_cloned(t, parent, function)) return instance_shared(t, function);
    uint64_t hash = hash_combine(hash_combine(parent, call), function);
    uint32_t found =
        index_find(&t->clones, hash, n,
                   t->instances.data[n].parent == parent && t->instances.data[n].call == call &&
                       t->instances.data[n].function == function);
    if (found != INDEX_NONE) return found;
    uint32_t made = instance_new(t, function, parent, call);
    t->cloned += t->program->functions[function].code_len;
    index_add(&t->clones, hash, made);
    return made;
}

/* --- constant addresses ----------------------------------------------------------------------- */

static bool is_program_address(const Program *p, uint64_t x) {
    return program_function_at(p, x) || (x >= GLOBALS_BASE && x < GLOBALS_BASE + p->image_size);
}

static uint32_t object_of_global(PointsTo *t, uint32_t k) {
    return object_of(t, OBJECT_GLOBAL, k, POINTS_TO_NONE, t->program->globals[k].size);
}

/* Makes the node point to the object at a constant address, or, unless `exact`, anywhere around
 * there. */
static void point_at_number(PointsTo *t, uint32_t node, uint64_t x, bool exact) {
    const Program *p = t->program;
    const Function *f = program_function_at(p, x);
    if (f) {
        uint32_t object =
            object_of(t, OBJECT_FUNCTION, (uint32_t)(f - p->functions), POINTS_TO_NONE, 0);
        node_point(t, node, location_of(t, object, ANYWHERE));
        return;
    }
    if (x < GLOBALS_BASE || x >= GLOBALS_BASE + p->image_size) return;
    const Global *g = program_global_at(p, x);
    uint32_t k = g ? (uint32_t)(g - p->globals) : UINT32_MAX;
    bool within = g && x <= g->address + g->size;
    if (g)
        node_point(t, node,
                   location_of(t, object_of_global(t, k),
                               within && exact ? (int64_t)(x - g->address) : ANYWHERE));
    /* Before or behind an object: a computation with such an address may mean either neighbour. */
    uint32_t next = g ? k + 1 : 0;
    if (!within && next < p->nglobals && !p->globals[next].thread_local_)
        node_point(t, node, location_of(t, object_of_global(t, next), ANYWHERE));
}

static uint32_t node_of_number(PointsTo *t, uint64_t x, bool exact) {
    uint64_t hash = hash_combine(x, exact);
    uint32_t width = (uint32_t)(x >> 32) * 2 + exact;
    uint32_t found = index_find(&t->constants, hash, n,
                                (uint32_t)t->constant.data[n].offset == (uint32_t)x &&
                                    t->constant.data[n].width == width);
    if (found != INDEX_NONE) return t->constant.data[found].node;
    Part part = {(int32_t)(uint32_t)x, width, node_new(t, 1)};
    vec_push(&t->constant, part);
    index_add(&t->constants, hash, (uint32_t)t->constant.len - 1);
    point_at_number(t, part.node, x, exact);
    return part.node;
}

void constrain_initial(PointsTo *t, uint32_t object) {
    const Program *p = t->program;
    const Global *g = &p->globals[t->objects.data[object].number];
    const uint8_t *bytes =
        g->thread_local_ ? p->tls_image + g->address : p->image + (g->address - GLOBALS_BASE);
    VEC(uint64_t) at = {0};
    for (uint64_t k = 0; k + 8 <= g->size; k++) {
        uint64_t word;
        memcpy(&word, bytes + k, 8);
        if (!word) {
            k += 4; /* an address has at most four zero bytes at its end */
            continue;
        }
        if (word >> 32 == 0 && is_program_address(p, word)) vec_push(&at, k);
    }
    for (size_t k = 0; k < at.len; k++) {
        uint64_t word;
        memcpy(&word, bytes + at.data[k], 8);
        bool anywhere = at.len > MANY_POINTERS || at.data[k] > 65536;
        uint32_t from = node_of_number(t, word, true),
                 to = node_of_content(t, object, anywhere ? ANYWHERE : (int32_t)at.data[k]);
        node_edge(t, from, to, 0);
    }
    vec_free(&at);
}

/* --- instructions ----------------------------------------------------------------------------- */

typedef struct Site {
    PointsTo *t;
    const Flow *flow;
    uint32_t instance, insn;
    const Insn *i;
} Site;

static uint32_t site_value_node(const Site *s, uint32_t value) {
    return s->t->instances.data[s->instance].values + value;
}
static uint32_t site_use(const Site *s, uint32_t k) {
    return s->flow->use[s->flow->use_at[s->insn] + k];
}
static uint32_t site_use_node(const Site *s, uint32_t k) {
    return site_value_node(s, site_use(s, k));
}
static uint32_t node_of_def(const Site *s, uint32_t k) {
    return site_value_node(s, s->flow->def_at[s->insn] + k);
}

/* An address: the targets of a node, and an offset. */
typedef struct Address {
    uint32_t node;
    int32_t offset;
} Address;

/* Returns the address of register operand `base`, with an index in operand `index` (UINT32_MAX:
 * none), plus a number. */
static Address site_address(const Site *s, uint32_t base, uint32_t index, int64_t number) {
    PointsTo *t = s->t;
    uint64_t constant;
    bool fixed = flow_constant(s->flow, site_use(s, base), &constant),
         indexed = index != UINT32_MAX;
    if (fixed) number += (int64_t)constant;
    bool address = is_program_address(t->program, (uint64_t)number);
    if (fixed && !indexed) return (Address){node_of_number(t, (uint64_t)number, true), 0};
    if (!fixed && !indexed && !address)
        return (Address){site_use_node(s, base),
                         number == (int32_t)number ? (int32_t)number : ANYWHERE};
    uint32_t node = node_new(t, 1);
    if (address) node_edge(t, node_of_number(t, (uint64_t)number, false), node, 0);
    if (fixed && !address) node_edge(t, site_use_node(s, base), node, ANYWHERE);
    if (!fixed) node_edge(t, site_use_node(s, base), node, ANYWHERE);
    /* An index that is added to an address is not an address. */
    if (indexed && fixed && !address) node_edge(t, site_use_node(s, index), node, ANYWHERE);
    return (Address){node, 0};
}

static void note_site_access(const Site *s, Address a, uint32_t width, bool write) {
    MemoryAccess x = {s->instance, s->insn, a.node, a.offset, width, write};
    vec_push(&s->t->accesses, x);
}

static void constrain_load(const Site *s, Address a, uint32_t width, uint32_t to) {
    note_site_access(s, a, width, false);
    Constraint c = {CONSTRAINT_LOAD, a.offset, width, to};
    node_constrain(s->t, a.node, c);
}

static void constrain_store(const Site *s, Address a, uint32_t width, uint32_t from) {
    note_site_access(s, a, width, true);
    Constraint c = {CONSTRAINT_STORE, a.offset, width, from};
    node_constrain(s->t, a.node, c);
}

/* Returns the width of a copy, if its number of bytes is a constant. */
static uint32_t constant_width(const Site *s, uint32_t k) {
    uint64_t n;
    return flow_constant(s->flow, site_use(s, k), &n) && n < ANY_WIDTH ? (uint32_t)n : ANY_WIDTH;
}

static void copy_memory(const Site *s, uint32_t to, uint32_t from, uint32_t size) {
    uint32_t between = node_new(s->t, 1), width = constant_width(s, size);
    if (!width) return;
    constrain_load(s, (Address){site_use_node(s, from), 0}, width, between);
    constrain_store(s, (Address){site_use_node(s, to), 0}, MAX(width, 9), between);
    s->t->accesses.data[s->t->accesses.len - 1].width = width;
}

/* Lets every operand, wherever it points to, be part of every result. */
static void mix(const Site *s) {
    uint32_t uses = s->flow->use_at[s->insn + 1] - s->flow->use_at[s->insn],
             defs = s->flow->def_at[s->insn + 1] - s->flow->def_at[s->insn];
    for (uint32_t d = 0; d < defs; d++)
        for (uint32_t u = 0; u < uses; u++)
            if (site_use(s, u)) node_edge(s->t, site_use_node(s, u), node_of_def(s, d), ANYWHERE);
}

static void atomic_operation(const Site *s) {
    unsigned op = s->i->b & 255u, width = s->i->b >> 8, halves = width == 16 ? 2 : 1;
    if (op == ATOMIC_FENCE) return;
    for (unsigned h = 0; h < halves; h++) {
        Address a = {site_use_node(s, 0), (int32_t)(8 * h)};
        if (op != ATOMIC_STORE) constrain_load(s, a, width / halves, node_of_def(s, h));
        if (op == ATOMIC_LOAD) continue;
        uint32_t value = node_new(s->t, 1);
        bool moves = op != ATOMIC_STORE && op != ATOMIC_XCHG && op != ATOMIC_CMPXCHG;
        unsigned stored = 1 + h + (op == ATOMIC_CMPXCHG ? halves : 0);
        node_edge(s->t, site_use_node(s, stored), value, moves ? ANYWHERE : 0);
        if (moves) node_edge(s->t, node_of_def(s, h), value, ANYWHERE);
        constrain_store(s, a, width / halves, value);
    }
}

static void allocation(const Site *s, uint32_t size) {
    uint64_t n;
    bool known = flow_constant(s->flow, site_use(s, size), &n);
    uint32_t object = object_of(s->t, OBJECT_BLOCK, s->insn, s->instance, known ? n : UINT64_MAX);
    if (s->i->d) node_point(s->t, node_of_def(s, 0), location_of(s->t, object, 0));
}

/* Notes that the engine reads or writes everything that an operand points to. */
static void constrain_touch(const Site *s, uint32_t k, bool write) {
    note_site_access(s, (Address){site_use_node(s, k), ANYWHERE}, ANY_WIDTH, write);
}

/* Makes the result point to everything that other modules could use by its name. */
static void point_at_symbols(const Site *s) {
    const Program *p = s->t->program;
    uint32_t result = node_of_def(s, 0);
    for (uint32_t k = 0; k < p->nfunctions; k++)
        if (p->functions[k].external && p->functions[k].code)
            point_at_number(s->t, result, p->functions[k].address, true);
    for (uint32_t k = 0; k < p->nglobals; k++)
        if (p->globals[k].external && !p->globals[k].thread_local_)
            point_at_number(s->t, result, p->globals[k].address, true);
}

static void builtin(const Site *s) {
    const Program *p = s->t->program;
    uint64_t number;
    switch (flow_builtin(s->i)) {
    case BUILTIN_malloc: allocation(s, 0); break;
    case BUILTIN_memcpy:
    case BUILTIN_memmove:
        copy_memory(s, 0, 1, 2);
        if (s->i->d) node_edge(s->t, site_use_node(s, 0), node_of_def(s, 0), 0);
        break;
    case BUILTIN_memset:
        note_site_access(s, (Address){site_use_node(s, 0), 0}, constant_width(s, 2), true);
        if (s->i->d) node_edge(s->t, site_use_node(s, 0), node_of_def(s, 0), 0);
        break;
    case BUILTIN_free: constrain_touch(s, 0, true); break;
    case BUILTIN_make_symbolic:
        note_site_access(s, (Address){site_use_node(s, 0), 0}, constant_width(s, 1), true);
        break;
    case BUILTIN_getcontext:
    case BUILTIN_setjmp: constrain_touch(s, 0, true); break;
    case BUILTIN_longjmp:
    case BUILTIN_kernel_enter: constrain_touch(s, 0, false); break;
    case BUILTIN_thread_create: {
        Constraint c = {CONSTRAINT_CALL, 0, s->insn, s->instance};
        node_constrain(s->t, site_use_node(s, 0), c);
        break;
    }
    case BUILTIN_constructors:
        for (uint32_t k = 0; k < p->nconstructors; k++)
            constrain_call(s->t, s->instance, s->insn, p->constructors[k]);
        break;
    case BUILTIN_destructors:
        for (uint32_t k = 0; k < p->ndestructors; k++)
            constrain_call(s->t, s->instance, s->insn, p->destructors[k]);
        break;
    case BUILTIN_syscall:
        for (uint32_t k = 1; k < s->i->a; k++) {
            constrain_touch(s, k, false);
            constrain_touch(s, k, true);
        }
        if (s->i->d) mix(s);
        if (s->i->d && flow_constant(s->flow, site_use(s, 0), &number) &&
            number == HEDDLE_CALL_SYMBOL)
            point_at_symbols(s);
        break;
    default: break;
    }
}

static void miscellaneous(const Site *s) {
    switch ((MiscOp)s->i->b) {
    case MISC_MEMCPY:
    case MISC_MEMMOVE: copy_memory(s, 0, 1, 2); break;
    case MISC_MEMSET:
        note_site_access(s, (Address){site_use_node(s, 0), 0}, constant_width(s, 2), true);
        break;
    case MISC_ALLOCA: allocation(s, 0); break;
    case MISC_BSWAP:
    case MISC_BITREVERSE:
    case MISC_FSHL:
    case MISC_FSHR:
    case MISC_UMIN:
    case MISC_UMAX:
    case MISC_SMIN:
    case MISC_SMAX:
    case MISC_ABS:
    case MISC_UADDO:
    case MISC_SADDO:
    case MISC_USUBO:
    case MISC_SSUBO:
    case MISC_UADDSAT:
    case MISC_SADDSAT:
    case MISC_USUBSAT:
    case MISC_SSUBSAT: mix(s); break;
    default: break;
    }
}

/* Whether an operation may make an address from an address. */
static bool keeps_addresses(unsigned op, const Insn *i) {
    if (op == OP_ANDI) return i->imm > 0xffff;
    if (op == OP_ADD64 || op == OP_SUB64 || op == OP_SUBI64) return true;
    if (op >= OP_SHL8 && op <= OP_ASHRI64) return true;
    if (op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_ORI || op == OP_XORI) return true;
    return op >= OP_TRUNC8 && op <= OP_ROTLI64;
}

static void constrain_arithmetic(const Site *s, unsigned op) {
    const Program *p = s->t->program;
    uint8_t flags = op_flags[op];
    bool immediate = !(flags & F_B) && (flags & F_A);
    if (op == OP_ADDI64) {
        Address a = site_address(s, 0, UINT32_MAX, (int64_t)s->i->imm);
        node_edge(s->t, a.node, node_of_def(s, 0), a.offset);
    } else if (op == OP_SUBI64 && s->i->imm < 1u << 30) {
        node_edge(s->t, site_use_node(s, 0), node_of_def(s, 0), -(int32_t)s->i->imm);
    } else if (keeps_addresses(op, s->i)) {
        mix(s);
        if (immediate && is_program_address(p, s->i->imm))
            node_edge(s->t, node_of_number(s->t, s->i->imm, false), node_of_def(s, 0), 0);
    }
}

static void wide(const Site *s) {
    switch ((WideOp)s->i->b) {
    case WIDE_MUL:
    case WIDE_UDIV:
    case WIDE_SDIV:
    case WIDE_UREM:
    case WIDE_SREM:
    case WIDE_EQ:
    case WIDE_NE:
    case WIDE_ULT:
    case WIDE_ULE:
    case WIDE_SLT:
    case WIDE_SLE: break;
    default: mix(s);
    }
}

static void frame_address(const Site *s) {
    const Function *f = s->flow->function;
    for (uint32_t k = 0; k < f->nobjects; k++) {
        uint64_t from = f->objects[k].offset, size = f->objects[k].size;
        if (s->i->imm < from || s->i->imm > from + size || (s->i->imm == from + size && size))
            continue;
        uint32_t object = object_of(s->t, OBJECT_STACK, k, s->instance, size);
        node_point(s->t, node_of_def(s, 0), location_of(s->t, object, (int64_t)(s->i->imm - from)));
    }
}

static void constrain_thread_local(const Site *s) {
    const Global *g = meaning_thread_local(s->t->program, s->i->imm);
    if (!g) return;
    uint32_t object = object_of_global(s->t, (uint32_t)(g - s->t->program->globals));
    node_point(s->t, node_of_def(s, 0),
               location_of(s->t, object, (int64_t)(s->i->imm - g->address)));
}

static void return_values(const Site *s, uint32_t n) {
    uint32_t first = site_value_node(s, s->flow->nvalues);
    for (uint32_t k = 0; k < n && k < results_of(s->flow->function); k++)
        node_edge(s->t, site_use_node(s, k), first + k, 0);
}

static void accesses(const Site *s, unsigned op) {
    static const uint8_t bytes[] = {1, 2, 4, 8};
    int64_t high = (int32_t)(s->i->imm >> 32);
    if (op >= OP_LOAD8 && op <= OP_LOAD64)
        constrain_load(s, site_address(s, 0, UINT32_MAX, (int64_t)s->i->imm), bytes[op - OP_LOAD8],
                       node_of_def(s, 0));
    else if (op >= OP_LOADX8 && op <= OP_LOADX64)
        constrain_load(s, site_address(s, 0, 1, high), bytes[op - OP_LOADX8], node_of_def(s, 0));
    else if (op >= OP_STORE8 && op <= OP_STORE64)
        constrain_store(s, site_address(s, 0, UINT32_MAX, (int64_t)s->i->imm),
                        bytes[op - OP_STORE8], site_use_node(s, 1));
    else
        constrain_store(s, site_address(s, 0, 1, high), bytes[op - OP_STOREX8],
                        site_use_node(s, 2));
}

static void constrain_insn(const Site *s) {
    unsigned op = insn_op(s->i);
    const Program *p = s->t->program;
    if (op >= OP_LOAD8 && op <= OP_STOREX64) {
        accesses(s, op);
        return;
    }
    switch (op) {
    case OP_MOVI:
        if (is_program_address(p, s->i->imm))
            node_edge(s->t, node_of_number(s->t, s->i->imm, true), node_of_def(s, 0), 0);
        break;
    case OP_MOV: node_edge(s->t, site_use_node(s, 0), node_of_def(s, 0), 0); break;
    case OP_SELECT:
        node_edge(s->t, site_use_node(s, 1), node_of_def(s, 0), 0);
        node_edge(s->t, site_use_node(s, 2), node_of_def(s, 0), 0);
        break;
    case OP_LEA: {
        Address a = site_address(s, 0, 1, (int32_t)(s->i->imm >> 32));
        node_edge(s->t, a.node, node_of_def(s, 0), 0);
        break;
    }
    case OP_TLSADDR: constrain_thread_local(s); break;
    case OP_STACKADDR: frame_address(s); break;
    case OP_RETV: return_values(s, 1); break;
    case OP_RETN: return_values(s, s->i->a); break;
    case OP_CALL: constrain_call(s->t, s->instance, s->insn, (uint32_t)s->i->imm); break;
    case OP_CALLI: {
        Constraint c = {CONSTRAINT_CALL, 0, s->insn, s->instance};
        node_constrain(s->t, site_use_node(s, 0), c);
        break;
    }
    case OP_BUILTIN: builtin(s); break;
    case OP_MISC: miscellaneous(s); break;
    case OP_WIDE: wide(s); break;
    case OP_OVERFLOW: mix(s); break;
    case OP_ATOMIC: atomic_operation(s); break;
    default: constrain_arithmetic(s, op);
    }
}

void constrain_instances(PointsTo *t) {
    while (t->looked_at < t->instances.len) {
        uint32_t instance = t->looked_at++;
        const Flow *w = t->flows[t->instances.data[instance].function];
        const Function *f = w->function;
        for (uint32_t p = 0; p < w->nvalues - w->first_phi; p++)
            for (uint32_t q = w->phi_at[p]; q < w->phi_at[p + 1]; q++)
                if (w->phi_arg[q]) {
                    uint32_t values = t->instances.data[instance].values;
                    node_edge(t, values + w->phi_arg[q], values + w->first_phi + p, 0);
                }
        for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
            if (!w->blocks[w->block_of[k]].reached) continue;
            Site s = {t, w, instance, k, &f->code[k]};
            constrain_insn(&s);
        }
    }
}

/* --- calls ------------------------------------------------------------------------------------ */

static void pass_arguments(const Site *s, uint32_t callee, CallKind kind) {
    PointsTo *t = s->t;
    const Function *f = &t->program->functions[t->instances.data[callee].function];
    uint32_t parameters = t->instances.data[callee].values + 1, first = 0, n = s->i->a;
    if (kind == CALL_LISTED) return;
    if (kind == CALL_THREAD) {
        if (f->nparams) node_edge(t, site_use_node(s, 1), parameters, 0);
        return;
    }
    bool placed = kind == CALL_POINTER && s->i->b;
    if (kind == CALL_POINTER) first = 1;
    n -= first;
    if (placed) n = MIN(n - 1, (uint32_t)(f->nparams - f->vararg));
    for (uint32_t k = 0; k < n && k < f->nparams; k++)
        node_edge(t, site_use_node(s, first + k), parameters + k, 0);
    if (placed && f->vararg)
        node_edge(t, site_use_node(s, s->i->a - 1u), parameters + f->nparams - 1, 0);
    uint32_t results =
        t->instances.data[callee].values + t->flows[t->instances.data[callee].function]->nvalues;
    for (uint32_t k = 0; k < s->i->d && k < results_of(f); k++)
        node_edge(t, results + k, node_of_def(s, k), 0);
}

void constrain_call(PointsTo *t, uint32_t instance, uint32_t insn, uint32_t function) {
    const Function *f = &t->program->functions[function];
    const Flow *w = t->flows[t->instances.data[instance].function];
    Site s = {t, w, instance, insn, &w->function->code[insn]};
    CallKind kind = s.i->op == OP_CALL                           ? CALL_DIRECT
                    : s.i->op == OP_CALLI                        ? CALL_POINTER
                    : flow_builtin(s.i) == BUILTIN_thread_create ? CALL_THREAD
                                                                 : CALL_LISTED;
    if (kind == CALL_POINTER && f->builtin && s.i->a == 4 + s.i->b) {
        if (f->builtin == BUILTIN_memcpy || f->builtin == BUILTIN_memmove) copy_memory(&s, 1, 2, 3);
        if (f->builtin == BUILTIN_memset) constrain_touch(&s, 1, true);
        if (s.i->d) node_edge(t, site_use_node(&s, 1), node_of_def(&s, 0), 0);
        return;
    }
    if (!f->code_len || points_to_is_input(f)) return;
    bool unique = kind == CALL_DIRECT || kind == CALL_THREAD;
    uint32_t callee =
        unique ? instance_for(t, instance, insn, function) : instance_shared(t, function);
    uint64_t key = hash_combine(hash_combine(instance, insn), callee) | 1;
    if (!hash_set_add(&t->call_set, key)) return;
    CallEdge x = {instance, insn, callee, kind};
    vec_push(&t->calls, x);
    pass_arguments(&s, callee, kind);
}
