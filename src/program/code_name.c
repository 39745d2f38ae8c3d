/*
 * code_name.c — see code_name.h. A depth-first walk from a place, in an order that the code itself
 * determines, writes down each instruction. Registers and targets are numbered in the order of the
 * walk. The name is a hash of that text and of the texts of all functions that can be called.
 * Indirect calls can reach every function whose address is taken and that takes as many arguments.
 */
#include "program/code_name.h"
#include "base/tables/index.h"
#include <stdlib.h>

typedef struct Place {
    const Insn *at, *call;
    CodeName *name; /* owned by the arena */
} Place;

typedef struct Functions {
    uint64_t *bits;
} Functions;

typedef struct Body {
    bool known;
    uint64_t a, b;
    Functions called; /* functions it can call, directly or not, itself included; owned */
} Body;

/* All that can be called from where the functions of a set are. */
typedef struct Closure {
    const uint64_t *set; /* owned by the arena */
    uint64_t a, b;       /* the sums of the hashes of their bodies */
} Closure;

/* The functions that a call through a pointer with `n` arguments (-1: any number) can reach. */
typedef struct Reached {
    int n;
    const uint64_t *set; /* owned by the arena */
} Reached;

struct CodeNames {
    const Program *p;
    Arena *arena;
    VEC(Place) places;
    Index by_place;
    VEC(Closure) closures; /* most places of a function can call the same functions */
    Index by_set;
    VEC(Reached) reached;
    Body *bodies;   /* by function */
    bool *taken;    /* by function: its address is taken */
    size_t words;   /* length of a set of functions */
    uint64_t names; /* what dlsym finds shows in no code */
    bool (*alias)(void *context, const Function *f, const Insn *at, const Insn *call,
                  CodeName *name);
    void *alias_context;
};

/* --- the text of code ------------------------------------------------------------------------- */

typedef struct Walk {
    CodeNames *c;
    const Function *f;
    uint32_t *visited;   /* by instruction: its number + 1 */
    uint16_t *canonical; /* by register: its number + 1 */
    uint32_t nvisited, nregs;
    VEC(uint16_t) reg;
    VEC(uint32_t) to_do;
    uint64_t a, b;
    uint64_t *called; /* a set: functions called directly, and possible targets of indirect calls */
} Walk;

static void walk_hash(Walk *w, uint64_t x) {
    w->a = hash_combine(w->a, x);
    w->b = hash_combine(w->b ^ 0x6a09e667f3bcc909ull, x + 0x9e3779b97f4a7c15ull);
}

static void put_register(Walk *w, unsigned r) {
    if (!w->canonical[r]) {
        uint16_t x = (uint16_t)r;
        vec_push(&w->reg, x);
        w->canonical[r] = (uint16_t)++w->nregs;
    }
    walk_hash(w, w->canonical[r]);
}

static void walk_note_call(Walk *w, uint32_t function) {
    w->called[function >> 6] |= 1ull << (function & 63);
}

static const uint64_t *reached_with(CodeNames *c, int n) {
    const Program *p = c->p;
    for (size_t k = 0; k < c->reached.len; k++)
        if (c->reached.data[k].n == n) return c->reached.data[k].set;
    uint64_t *set = arena_alloc(c->arena, c->words * sizeof *set);
    memset(set, 0, c->words * sizeof *set);
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        if (c->taken[k] && (n < 0 || f->vararg || f->nparams == n)) set[k >> 6] |= 1ull << (k & 63);
    }
    Reached new = {n, set};
    vec_push(&c->reached, new);
    return set;
}

/* Notes a call through a pointer. */
static void call_any(Walk *w, int n) {
    const uint64_t *set = reached_with(w->c, n);
    for (size_t k = 0; k < w->c->words; k++) w->called[k] |= set[k];
}

static uint32_t target_of(const Walk *w, const Insn *i) {
    return (uint32_t)(i - w->f->code) + (uint32_t)(int32_t)(i->imm >> 32);
}

static void put_target(Walk *w, uint32_t target) {
    walk_hash(w, w->visited[target] ? w->visited[target] : 0x7a7a7a7a);
    if (!w->visited[target]) vec_push(&w->to_do, target);
}

static void put_switch(Walk *w, const SwitchTable *s) {
    walk_hash(w, s->len);
    for (uint32_t k = 0; k < s->len; k++) {
        walk_hash(w, s->value[k]);
        put_target(w, s->target[k]);
    }
    put_target(w, s->otherwise);
}

/* Whether the operation has functions called later: a thread's start routine, destructors. */
static bool calls_later(unsigned builtin) {
    return builtin == BUILTIN_thread_create || builtin == BUILTIN_constructors ||
           builtin == BUILTIN_destructors || builtin == BUILTIN_longjmp ||
           builtin == BUILTIN_context_switch;
}

static void put_list(Walk *w, const Insn *i, unsigned op) {
    const Program *p = w->c->p;
    walk_hash(w, (uint64_t)i->d << 48 | (uint64_t)i->a << 32 | i->b);
    if (op == OP_CALL || op == OP_BUILTIN) {
        const Function *callee = &p->functions[i->imm];
        walk_hash(w, hash_string(callee->name));
        walk_note_call(w, (uint32_t)i->imm);
        if (op == OP_BUILTIN && calls_later(i->b))
            call_any(w, i->b == BUILTIN_thread_create ? 1 : -1);
    } else if (op == OP_MISSING)
        walk_hash(w, hash_string(p->messages[i->imm]));
    else
        walk_hash(w, i->imm);
    if (op == OP_CALLI) call_any(w, i->b ? -1 : i->a - 1);
    const uint16_t *s = insn_slots(i);
    for (unsigned k = 0; k < (unsigned)(i->d + i->a); k++) put_register(w, s[k]);
}

/* Writes one instruction. Returns the index of the next one, or UINT32_MAX if control does not fall
 * through. */
static uint32_t put_insn(Walk *w, uint32_t n) {
    const Insn *i = &w->f->code[n];
    unsigned op = insn_op(i);
    uint8_t flags = op_flags[op];
    walk_hash(w, op);
    if (flags & F_LIST) {
        put_list(w, i, op);
        return flags & F_END ? UINT32_MAX : n + 1 + insn_slot_count(i);
    }
    if (flags & F_A) put_register(w, i->a);
    if (flags & F_B) put_register(w, i->b);
    if (flags & (F_W | F_D)) put_register(w, i->d);
    if (flags & F_I)
        put_register(w, (unsigned)i->imm);
    else if (op == OP_SWITCH)
        put_switch(w, &w->c->p->switches[i->imm]);
    else
        walk_hash(w, flags & F_BRANCH ? (uint32_t)i->imm : i->imm);
    if (flags & F_BRANCH) put_target(w, target_of(w, i));
    return flags & F_END ? UINT32_MAX : n + 1;
}

static void walk_from(Walk *w, uint32_t start) {
    vec_push(&w->to_do, start);
    while (w->to_do.len) {
        uint32_t n = vec_pop(&w->to_do);
        while (n != UINT32_MAX) {
            if (w->visited[n]) {
                walk_hash(w, 0x60706070ull << 32 | w->visited[n]);
                break;
            }
            w->visited[n] = ++w->nvisited;
            n = put_insn(w, n);
        }
        walk_hash(w, 0xe0d0e0d0);
    }
}

static void walk_begin(Walk *w, CodeNames *c, const Function *f) {
    *w = (Walk){.c = c, .f = f, .a = 1, .b = 2};
    w->visited = xcalloc(f->code_len + 1, sizeof *w->visited);
    w->canonical = xcalloc(f->nregs + 1, sizeof *w->canonical);
    w->called = xcalloc(c->words, sizeof *w->called);
    walk_hash(w, c->names);
    walk_hash(w, (uint64_t)f->frame_bytes << 32 | f->frame_align);
    walk_hash(w, (uint64_t)f->nparams << 32 | (uint64_t)f->vararg << 1 | f->atomic);
    for (uint32_t k = 0; k < f->nobjects; k++)
        walk_hash(w, (uint64_t)f->objects[k].offset << 32 | f->objects[k].size);
}

static void finish_walk(Walk *w) {
    free(w->visited);
    free(w->canonical);
    free(w->called);
    vec_free(&w->reg);
    vec_free(&w->to_do);
}

/* --- functions -------------------------------------------------------------------------------- */

static void find_function_body(CodeNames *c, uint32_t k) {
    Body *b = &c->bodies[k];
    const Function *f = &c->p->functions[k];
    if (b->known) return;
    b->known = true;
    b->called.bits = arena_alloc(c->arena, c->words * sizeof(uint64_t));
    b->a = b->b = hash_string(f->name);
    if (!f->code) return;
    Walk w;
    walk_begin(&w, c, f);
    /* The walk starts at every instruction. From the entry alone it would miss targets of computed
     * jumps, which are numbers, and the code behind setjmp's second return. */
    walk_from(&w, 0);
    for (uint32_t n = 0; n < f->code_len;) {
        const Insn *i = &f->code[n];
        if (!w.visited[n]) walk_from(&w, n);
        n += op_flags[insn_op(i)] & F_LIST ? 1 + insn_slot_count(i) : 1;
    }
    b->a = hash_combine(b->a, w.a);
    b->b = hash_combine(b->b, w.b);
    memcpy(b->called.bits, w.called, c->words * sizeof(uint64_t));
    finish_walk(&w);
}

/* Adds to a set the functions that its members can call. */
static void close_set(CodeNames *c, uint64_t *set) {
    VEC(uint32_t) to_do = {0};
    for (uint32_t k = 0; k < c->p->nfunctions; k++)
        if (set[k >> 6] >> (k & 63) & 1) vec_push(&to_do, k);
    while (to_do.len) {
        uint32_t k = vec_pop(&to_do);
        find_function_body(c, k);
        for (size_t w = 0; w < c->words; w++) {
            uint64_t new = c->bodies[k].called.bits[w] & ~set[w];
            set[w] |= new;
            for (; new; new &= new - 1)
                vec_push(&to_do, (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(new));
        }
    }
    vec_free(&to_do);
}

static Closure closure_of(CodeNames *c, const uint64_t *set) {
    size_t bytes = c->words * sizeof *set;
    uint64_t hash = hash_bytes(set, bytes, 0);
    uint32_t found = index_find(&c->by_set, hash, n, !memcmp(c->closures.data[n].set, set, bytes));
    if (found != INDEX_NONE) return c->closures.data[found];
    uint64_t *all = xmalloc(bytes), *key = arena_alloc(c->arena, bytes);
    memcpy(key, set, bytes);
    memcpy(all, set, bytes);
    close_set(c, all);
    Closure new = {.set = key};
    for (size_t w = 0; w < c->words; w++)
        for (uint64_t left = all[w]; left; left &= left - 1) {
            const Body *b = &c->bodies[w * 64 + (size_t)__builtin_ctzll(left)];
            new.a += hash_mix(b->a);
            new.b += hash_mix(b->b + 0x5851f42d4c957f2dull);
        }
    free(all);
    index_add(&c->by_set, hash, (uint32_t)c->closures.len);
    vec_push(&c->closures, new);
    return new;
}

/* --- places ----------------------------------------------------------------------------------- */

static bool has_computed_jump(const Function *f) {
    for (uint32_t n = 0; n < f->code_len;) {
        const Insn *i = &f->code[n];
        if ((i->op == OP_BUILTIN && (i->b == BUILTIN_setjmp || i->b == BUILTIN_getcontext)) ||
            (i->op == OP_MISC && i->b == MISC_INDIRECTBR))
            return true;
        n += op_flags[insn_op(i)] & F_LIST ? 1 + insn_slot_count(i) : 1;
    }
    return false;
}

static CodeName *name_place(CodeNames *c, const Function *f, const Insn *at, const Insn *returned) {
    Walk w;
    walk_begin(&w, c, f);
    if (returned)
        for (unsigned k = 0; k < returned->d; k++) put_register(&w, insn_slots(returned)[k]);
    walk_from(&w, (uint32_t)(at - f->code));
    if (has_computed_jump(f)) {
        /* Control may reach any place: name the function as a whole, with its registers as they
         * are. */
        find_function_body(c, (uint32_t)(f - c->p->functions));
        walk_hash(&w, c->bodies[f - c->p->functions].a);
        walk_hash(&w, (uint64_t)(at - f->code));
        walk_note_call(&w, (uint32_t)(f - c->p->functions));
        for (unsigned r = 0; r < f->nregs; r++) put_register(&w, r);
    }
    Closure closure = closure_of(c, w.called);
    CodeName *n = arena_alloc(c->arena, sizeof *n);
    uint16_t *regs = arena_alloc(c->arena, (w.nregs + 1) * sizeof *regs);
    if (w.nregs) memcpy(regs, w.reg.data, w.nregs * sizeof *regs);
    *n = (CodeName){
        hash_combine(w.a, closure.a), hash_combine(w.b, closure.b), w.a, w.b, w.nregs, regs};
    finish_walk(&w);
    if (c->alias) {
        CodeName other;
        if (c->alias(c->alias_context, f, at, returned, &other) && other.nregs == n->nregs)
            n->a = other.a, n->b = other.b;
    }
    return n;
}

void code_names_alias(CodeNames *c,
                      bool (*alias)(void *context, const Function *f, const Insn *at,
                                    const Insn *call, CodeName *name),
                      void *context) {
    c->alias = alias;
    c->alias_context = context;
}

const CodeName *code_name_at(CodeNames *c, const Function *f, const Insn *at,
                             const Insn *returned) {
    uint64_t hash = hash_mix((uintptr_t)at * 3 + (uintptr_t)returned);
    uint32_t found = index_find(&c->by_place, hash, n,
                                c->places.data[n].at == at && c->places.data[n].call == returned);
    if (found == INDEX_NONE) {
        Place new = {at, returned, name_place(c, f, at, returned)};
        found = (uint32_t)c->places.len;
        index_add(&c->by_place, hash, found);
        vec_push(&c->places, new);
    }
    return c->places.data[found].name;
}

void code_name_body(CodeNames *c, const Function *f, uint64_t *a, uint64_t *b) {
    uint32_t k = (uint32_t)(f - c->p->functions);
    find_function_body(c, k);
    *a = c->bodies[k].a;
    *b = c->bodies[k].b;
}

/* --- functions whose address is taken --------------------------------------------------------- */

static void take_address(CodeNames *c, uint64_t x) {
    const Function *f =
        x >= FUNCTION_BASE && x < GLOBALS_BASE ? program_function_at(c->p, x) : NULL;
    if (f) c->taken[f - c->p->functions] = true;
}

static void find_taken(CodeNames *c) {
    const Program *p = c->p;
    for (uint64_t at = 0; at + 8 <= p->image_size; at += 8) {
        uint64_t x;
        memcpy(&x, p->image + at, 8);
        take_address(c, x);
    }
    for (uint64_t at = 0; at + 8 <= p->tls_size; at += 8) {
        uint64_t x;
        memcpy(&x, p->tls_image + at, 8);
        take_address(c, x);
    }
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        for (uint32_t n = 0; f->code && n < f->code_len;) {
            const Insn *i = &f->code[n];
            unsigned op = insn_op(i);
            if (op != OP_CALL && op != OP_BUILTIN && !(op_flags[op] & F_BRANCH))
                take_address(c, i->imm);
            n += op_flags[op] & F_LIST ? 1 + insn_slot_count(i) : 1;
        }
    }
    for (uint32_t k = 0; k < p->nconstructors; k++) c->taken[p->constructors[k]] = true;
    for (uint32_t k = 0; k < p->ndestructors; k++) c->taken[p->destructors[k]] = true;
}

CodeNames *code_names_new(const Program *p) {
    CodeNames *c = xcalloc(1, sizeof *c);
    c->p = p;
    c->arena = arena_new();
    c->bodies = xcalloc(p->nfunctions + 1, sizeof *c->bodies);
    c->taken = xcalloc(p->nfunctions + 1, sizeof *c->taken);
    c->words = p->nfunctions / 64 + 1;
    c->names = program_names_sum(p);
    find_taken(c);
    return c;
}

void code_names_free(CodeNames *c) {
    if (!c) return;
    vec_free(&c->places);
    index_free(&c->by_place);
    vec_free(&c->closures);
    index_free(&c->by_set);
    vec_free(&c->reached);
    free(c->bodies);
    free(c->taken);
    arena_free(c->arena);
    free(c);
}
