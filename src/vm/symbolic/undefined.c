/* undefined.c — see undefined.h. */
#include "vm/symbolic/undefined.h"
#include "vm/symbolic/given.h"
#include "vm/state/fingerprint.h"
#include <stdio.h>
#include <stdlib.h>

/* --- names ------------------------------------------------------------------------------------ */

/*
 * The name of the variable for a word of undefined memory says whose it is: "uninitialised WORD
 * START TEXT". The object that TEXT describes begins at START (NO_START: its bytes are not
 * counted). Two objects with the same text at one address share their variables: bytes never
 * written of one count as those of the other.
 */
#define NO_START UINT64_MAX

typedef struct Owner {
    const void *key; /* identifies the object, as long as nothing of it changes */
    uint64_t start, size, loc;
    uint32_t variable; /* the number of its text + 1; 0: not a variable */
} Owner;

#define CACHED 256
typedef struct UndefinedCache {
    struct {
        uint64_t word;
        Owner owner;
        const Input *input;
    } known[CACHED];
} UndefinedCache;

/* Finds the variable on a stack that contains an address; false: there is none. */
static bool owner_on_stack(const Machine *m, uint64_t address, Owner *out) {
    const Frame *f;
    const StackObject *o = machine_local_at(m, address, &f);
    if (o) *out = (Owner){o, f->memory + o->offset, o->size, 0, o->variable};
    return o;
}

static Owner owner_of(const Machine *m, uint64_t address) {
    Owner found = {.start = NO_START};
    if (address < REGION_BASE) {
        const Global *g = program_global_at(m->program, address);
        if (g) found = (Owner){g, g->address, g->size, 0, 0};
    } else if (!owner_on_stack(m, address, &found)) {
        int slot;
        const Block *b = heap_block_at(m, address, &slot);
        if (b && b->state == 1 && address < b->address + b->size)
            found = (Owner){b, b->address, b->size, b->loc, 0};
    }
    return found;
}

static char *owner_text(const Machine *m, const Owner *o) {
    if (o->variable) return xstrdup(m->program->messages[o->variable - 1]);
    if (!o->key) return xstrdup("memory of the stack");
    if (o->start < REGION_BASE)
        return xasprintf("the global `%s`, to which it was copied", ((const Global *)o->key)->name);
    if (!o->loc) return xstrdup("an argument, to which it was copied");
    const Loc *at = &m->program->locs[o->loc];
    return xasprintf("a heap block of %llu byte%s, allocated at %s:%u", (unsigned long long)o->size,
                     o->size == 1 ? "" : "s", at->file && *at->file ? at->file : "?", at->line);
}

static const Input *undefined_input(Machine *m, uint64_t word, uint64_t start, const char *text,
                                    unsigned size) {
    char *name = xasprintf("uninitialised %llx %llx %s", (unsigned long long)word,
                           (unsigned long long)start, text);
    const Input *input = expr_undefined(m->pool, name, size);
    free(name);
    return input;
}

static bool same_owner(const Owner *a, const Owner *b) {
    return a->key == b->key && a->start == b->start && a->size == b->size && a->loc == b->loc &&
           a->variable == b->variable;
}

typedef struct Origin {
    uint64_t word, start;
    const char *text;
} Origin;

static Origin origin_of(const Expr *byte) {
    Origin o = {0};
    const char *at = byte->input->name + strlen("uninitialised ");
    char *end;
    o.word = strtoull(at, &end, 16);
    o.start = strtoull(end, &end, 16);
    o.text = end + 1;
    return o;
}

/* An object is known only by its name. Checks that the kept input has the name that would be given
 * now, and that the name tells the place. */
static void undefined_check_known(Machine *m, uint64_t word, const Owner *owner,
                                  const Input *known) {
    char *text = owner_text(m, owner);
    invariant(undefined_input(m, word, owner->start, text, 8) == known);
    free(text);
    invariant(known->undefined && known->size == 8);
    Origin o = origin_of(expr_read(m->pool, known, 0));
    invariant(o.word == word && o.start == owner->start);
}

const Expr *undefined_byte(Machine *m, uint64_t address) {
    if (!m->undefined_cache) m->undefined_cache = xcalloc(1, sizeof *m->undefined_cache);
    uint64_t word = address & ~7ull;
    size_t at = (word >> 3) % CACHED;
    Owner owner = owner_of(m, address);
    UndefinedCache *c = m->undefined_cache;
    if (c->known[at].word != word || !same_owner(&c->known[at].owner, &owner)) {
        char *text = owner_text(m, &owner);
        c->known[at].word = word;
        c->known[at].owner = owner;
        c->known[at].input = undefined_input(m, word, owner.start, text, 8);
        free(text);
    }
    if (unlikely(base_invariants)) undefined_check_known(m, word, &owner, c->known[at].input);
    return expr_read(m->pool, c->known[at].input, address & 7);
}

void undefined_free(Machine *m) {
    free(m->undefined_cache);
    substitution_free(m->undefined_values);
    substitution_free(m->given_values);
    solver_free(m->undefined_solver);
}

/* Returns the low `bits` bits of an undefined word, with zeros above. */
static const Expr *low_bits_of_input(Machine *m, const Input *word, unsigned bits) {
    const Expr *e = expr_read_le(m->pool, word, 0, (bits + 7) / 8);
    return expr_zext(m->pool, expr_trunc(m->pool, e, bits), 64);
}

const Expr *undefined_register(Machine *m, uint64_t number) {
    const char *text = m->program->messages[number >> 32];
    return low_bits_of_input(m, undefined_input(m, number >> 8, NO_START, text, 8), number & 255);
}

/* Returns a byte in `e` of memory that was never written. */
static const Expr *first_undefined(Machine *m, const Expr *e) {
    const Expr **reads = NULL, *found = NULL;
    size_t n = 0, cap = 0;
    expr_reads(m->pool, e, true, &reads, &n, &cap);
    for (size_t k = 0; k < n && !found; k++)
        if (reads[k]->undefined) found = reads[k];
    free(reads);
    return found;
}

const Expr *undefined_derived(Machine *m, const Expr *e, unsigned bits) {
    Origin o = origin_of(first_undefined(m, e));
    return low_bits_of_input(m, undefined_input(m, e->hash, NO_START, o.text, 8), bits);
}

/* --- what depends on it ----------------------------------------------------------------------- */

/* Returns `e` with values in place of its undefined words: all zeros, all ones, or by a pattern. */
static const Expr *with_words(Machine *m, const Expr *e, uint64_t value) {
    if (!m->undefined_values) m->undefined_values = substitution_new(m->pool);
    substitution_begin(m->undefined_values);
    const ExprInputs *in = expr_inputs(m->pool, e);
    for (uint32_t k = 0; k < in->len; k++)
        if (in->input[k]->undefined) {
            /* Words get different values, so that dependences show that cancel out for equal
             * ones. */
            uint64_t x =
                value == 0 || value == UINT64_MAX ? value : hash_mix(in->input[k]->hash + value);
            substitution_set(m->undefined_values, in->input[k], expr_const(m->pool, 64, x));
        }
    const Expr *defined = substitution_apply(m->undefined_values, e);
    invariant(!defined->undefined && defined->width == e->width);
    return defined;
}

const Expr *undefined_as_zero(Machine *m, const Expr *e) {
    return e->undefined ? with_words(m, e, 0) : e;
}

/* Names the use that an instruction makes of a value, for messages. */
static const char *insn_use(const Insn *i) {
    unsigned op = insn_op(i);
    if ((op >= OP_BEQ && op < OP_COUNT) || op == OP_BR || op == OP_BRZ) return "a branch";
    if (op >= OP_LOAD8 && op <= OP_STOREX64) return "an address";
    if (op >= OP_UDIV8 && op <= OP_SREMI64) return "a division";
    switch (op) {
    case OP_SWITCH: return "a switch";
    case OP_CALLI: return "the function that is called";
    case OP_ATOMIC: return "an address";
    case OP_BUILTIN:
        if (i->b == BUILTIN_syscall) return "a system call";
        /* fall through */
    case OP_MISC: return "an address, a size or an argument";
    default: return "an operation";
    }
}

/* Whether a thread can go on behind such a use with zero for what was never written. What lies
 * behind another use, such as the address of a load, would only be the same mistake once more. */
static bool use_goes_on(const Insn *i) {
    unsigned op = insn_op(i);
    return (op >= OP_BEQ && op < OP_COUNT) || op == OP_BR || op == OP_BRZ || op == OP_SWITCH ||
           op == OP_BUILTIN;
}

/* Reports that a decision depends on undefined memory. Returns whether the thread goes on. */
static bool tell_undefined(Machine *m, Thread *t, const Expr *e, const char *what) {
    const Expr *byte = first_undefined(m, e);
    Origin o = origin_of(byte);
    char *variable = NULL, *text;
    const char *prefix = "variable `";
    if (!strncmp(o.text, prefix, strlen(prefix))) {
        const char *name = o.text + strlen(prefix);
        variable = strndup(name, strcspn(name, "`"));
    }
    if (o.start == NO_START || variable)
        text = xasprintf("%s depends on memory that was never written: %s", what, o.text);
    else
        text = xasprintf("%s depends on memory that was never written: byte %llu of %s", what,
                         (unsigned long long)(o.word + byte->index - o.start), o.text);
    Mistake x = {.kind = "uninitialised",
                 .variable = variable,
                 .effect = "behind a decision by memory that was never written: it is zero",
                 .partial = true};
    bool on = use_goes_on(t->pc);
    if (on)
        on = machine_mistake(m, t, x, "%s", text);
    else
        machine_fault_about(m, t, x.kind, variable, "%s", text);
    free(variable);
    free(text);
    return on;
}

static const Expr *unequal(Machine *m, const Expr *a, const Expr *b) {
    return expr_not(m->pool, expr_eq(m->pool, a, b));
}

static Solver *solver_of(Machine *m) {
    if (m->solver) return m->solver;
    char *error = NULL;
    if (!m->undefined_solver)
        m->undefined_solver = solver_new(m->pool, &(SolverOptions){0}, &error);
    free(error);
    return m->undefined_solver;
}

/* Finds undefined words of `e` for which its value differs from that with zeros, by the causal
 * history of the thread only. Returns `e` with these words; NULL: unknown. */
static const Expr *with_witness(Machine *m, Thread *t, const Expr *e, const Expr *zero) {
    size_t n;
    const Expr **history = causal_facts(m, thread_slot(t), e, &n);
    const ExprInputs *in = expr_inputs(m->pool, e);
    const Expr **facts = xmalloc((n + 1 + in->len) * sizeof *facts);
    if (n) memcpy(facts, history, n * sizeof *facts);
    free(history);
    facts[n++] = unequal(m, e, zero);
    uint64_t values[8];
    uint32_t words = 0;
    bool known = true;
    for (uint32_t k = 0; k < in->len && known; k++) {
        if (!in->input[k]->undefined) continue;
        const Expr *word = expr_read_le(m->pool, in->input[k], 0, 8);
        known = words < ARRAY_LEN(values) &&
                solver_value(solver_of(m), facts, n, word, NULL, &values[words]);
        if (known) facts[n++] = expr_eq(m->pool, word, expr_const(m->pool, 64, values[words++]));
    }
    free(facts);
    if (!known) return NULL;
    substitution_begin(m->undefined_values);
    words = 0;
    for (uint32_t k = 0; k < in->len; k++)
        if (in->input[k]->undefined)
            substitution_set(m->undefined_values, in->input[k],
                             expr_const(m->pool, 64, values[words++]));
    return substitution_apply(m->undefined_values, e);
}

#define MOST_WITNESSES 8 /* for one execution of an instruction */

/* Separates inputs for which the value depends on undefined memory from others, one example at a
 * time. Returns whether the thread goes on. */
static bool ask_inputs(Machine *m, Thread *t, const Expr *e, const Expr *zero, const char *what) {
    const Expr *other = t->witnesses++ < MOST_WITNESSES ? with_witness(m, t, e, zero) : NULL;
    if (other) {
        t->witness = unequal(m, other, zero);
        Decision d = machine_decide_anew(m, t, t->witness);
        if (d == DECIDE_STOP) return false;
        if (d == DECIDE_TRUE) return tell_undefined(m, t, e, what);
    }
    machine_limit(
        m, t,
        "a thread was stopped where a value depends on memory that was never written, for "
        "inputs that were not told apart");
    return false;
}

/* Whether `e` has the value `zero` whatever its undefined bytes are, or the thread goes on with it
 * all the same; otherwise the thread has stopped. */
static bool is_defined(Machine *m, Thread *t, const Expr *e, const Expr *zero, const char *what) {
    size_t n;
    const Expr **facts = causal_facts(m, thread_slot(t), e, &n);
    SolverResult r = solver_check(solver_of(m), facts, n, unequal(m, e, zero), m->model, NULL);
    free(facts);
    if (r == SOLVER_UNSAT) return true;
    bool inputs = false;
    const ExprInputs *in = expr_inputs(m->pool, e);
    for (uint32_t k = 0; k < in->len; k++) inputs |= !in->input[k]->undefined;
    if (r == SOLVER_SAT)
        return inputs ? ask_inputs(m, t, e, zero, what) : tell_undefined(m, t, e, what);
    machine_limit(
        m, t,
        "the solver reached its limit on a value that may depend on memory that was never "
        "written");
    return false;
}

const Expr *undefined_resolve_for(Machine *m, Thread *t, const Expr *e, const char *what) {
    static const uint64_t patterns[] = {UINT64_MAX, 1, 2};
    e = given_value(m, e);
    if (!e->undefined) return e;
    const Expr *zero = undefined_as_zero(m, e), *differs = expr_bool(m->pool, false);
    /* The patterns are always the same, since events must follow from the thread's own history. */
    for (size_t k = 0; k < ARRAY_LEN(patterns); k++)
        differs = expr_or(m->pool, differs, unequal(m, with_words(m, e, patterns[k]), zero));
    bool told = t->witness && thread_went(m, thread_slot(t), t->witness);
    Decision d = told ? DECIDE_TRUE : machine_decide_anew(m, t, differs);
    if (d == DECIDE_STOP) return NULL;
    if (d == DECIDE_TRUE ? !tell_undefined(m, t, e, what) : !is_defined(m, t, e, zero, what))
        return NULL;
    t->witness = NULL;
    t->witnesses = 0;
    return zero;
}

const Expr *undefined_resolve(Machine *m, Thread *t, const Expr *e) {
    return undefined_resolve_for(m, t, e, insn_use(t->pc));
}

bool undefined_may_leave(Machine *m, Thread *t, uint64_t address, uint64_t size) {
    const Memory *mem = m->memory;
    if (!mem->tracks_undefined || !memory_is_valid(mem, address, size)) return true;
    for (uint64_t a = address; a < address + size; a++) {
        const Expr *e =
            memory_any_undefined(mem, a, 1) ? undefined_byte(m, a) : memory_symbolic(mem, a);
        if (e && e->undefined && !undefined_resolve_for(m, t, e, "what leaves by a system call"))
            return false;
    }
    return true;
}
