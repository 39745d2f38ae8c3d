/* identifiers.c — see identifiers.h. */
#include "state/symmetry/identifiers.h"
#include "impact/flow.h"
#include "state/symmetry/own_memory.h"
#include <stdlib.h>
#include <string.h>

typedef struct Range {
    uint64_t start, end;
} Range;

typedef struct Local {
    const Function *function;
    Range range; /* of its frame */
} Local;

struct Identifiers {
    const Program *program;
    VEC(Range) globals;  /* that identifiers are stored in */
    VEC(Local) locals;   /* the same */
    uint8_t *routine[2]; /* per function: 0 not known, 1 fine, 2 not; without and with frames */
};

static const Function *callee(const Program *p, const Insn *i) {
    return insn_op(i) == OP_CALL ? &p->functions[i->imm] : NULL;
}

static bool calls(const Program *p, const Insn *i, const char *name) {
    const Function *f = callee(p, i);
    return f && !strcmp(f->name, name);
}

/* --- routines --------------------------------------------------------------------------------- */

/* Whether all functions that a value may be the address of keep to what a routine may do. */
static bool targets_are_fine(Identifiers *s, const Flow *w, uint32_t value, bool *seen) {
    if (seen[value]) return true;
    seen[value] = true;
    if (value >= w->first_phi) {
        uint32_t p = value - w->first_phi;
        for (uint32_t k = w->phi_at[p]; k < w->phi_at[p + 1]; k++)
            if (!targets_are_fine(s, w, w->phi_arg[k], seen)) return false;
        return w->phi_at[p + 1] > w->phi_at[p];
    }
    uint32_t k = w->value_insn[value];
    if (k == FLOW_NONE) return false;
    const Insn *i = &w->function->code[k];
    unsigned op = insn_op(i);
    uint32_t use = w->use_at[k];
    if (op == OP_MOV) return targets_are_fine(s, w, w->use[use], seen);
    if (op == OP_SELECT)
        return targets_are_fine(s, w, w->use[use + 1], seen) &&
               targets_are_fine(s, w, w->use[use + 2], seen);
    const Function *f = op == OP_MOVI ? program_function_at(s->program, i->imm) : NULL;
    return f && identifiers_routine(s, f, true);
}

/* The same of what an indirect call may call. */
static bool indirect_call_is_fine(Identifiers *s, const Function *f, const Insn *i) {
    Flow *w = flow_of(s->program, f);
    bool *seen = xcalloc(w->nvalues + 1, sizeof *seen);
    bool fine = targets_are_fine(s, w, w->use[w->use_at[i - f->code]], seen);
    free(seen);
    flow_free(w);
    return fine;
}

static bool routine_insn(Identifiers *s, const Function *f, const Insn *i, bool frames) {
    switch (insn_op(i)) {
    case OP_CALLI: return frames && indirect_call_is_fine(s, f, i);
    case OP_BUILTIN: return builtin_traits[i->b] & (frames ? ANY_THREAD | DRAWS_INPUT : ANY_THREAD);
    case OP_CALL: return identifiers_routine(s, &s->program->functions[i->imm], frames);
    case OP_MISC: return misc_traits[i->b] & ANY_THREAD;
    case OP_STACKADDR: return frames;
    /* What libraries keep of a thread may call code of the program at its end. */
    case OP_TLSADDR: return frames && !f->library;
    default: return op_flags[insn_op(i)] & F_ANY_THREAD;
    }
}

bool identifiers_routine(Identifiers *s, const Function *f, bool frames) {
    uint8_t *known = &s->routine[frames][f - s->program->functions];
    if (*known) return *known == 1;
    bool fine = function_keeps(f, REPORTS_END) || function_keeps(f, ANY_THREAD);
    *known = fine ? 1 : 2; /* one that calls itself is not looked into */
    if (fine) return true;
    fine = f->code && !f->vararg;
    for (uint32_t k = 0; fine && k < f->code_len; k = flow_next(f, k))
        fine = routine_insn(s, f, &f->code[k], frames);
    fine = fine && (!frames || own_memory_stays(s->program, f));
    *known = fine ? 1 : 2;
    return fine;
}

/* --- identifiers ------------------------------------------------------------------------------ */

typedef struct Uses {
    Identifiers *all;
    const Flow *w;
    /* Values that were followed: addresses, where they come from, identifiers. */
    bool *seen, *rooted, *held;
} Uses;

static bool is_join(const Uses *u, uint32_t k, uint32_t q) {
    uint64_t result;
    const Flow *w = u->w;
    return q == w->use_at[k] && calls(u->all->program, &w->function->code[k], "pthread_join") &&
           w->use_at[k + 1] - w->use_at[k] == 2 && flow_constant(w, w->use[q + 1], &result) &&
           !result;
}

/* Whether an identifier that was read goes nowhere but to pthread_join. */
static bool identifier_is_joined(Uses *u, uint32_t value) {
    const Flow *w = u->w;
    const Function *f = w->function;
    if (u->held[value]) return true;
    u->held[value] = true;
    for (uint32_t p = 0; p < w->nvalues - w->first_phi; p++)
        if (flow_phi_has(w, p, value) && !identifier_is_joined(u, w->first_phi + p)) return false;
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k))
        for (uint32_t q = w->use_at[k]; q < w->use_at[k + 1]; q++) {
            if (w->use[q] != value || is_join(u, k, q)) continue;
            if (insn_op(&f->code[k]) != OP_MOV || !identifier_is_joined(u, w->def_at[k]))
                return false;
        }
    return true;
}

static bool is_between(unsigned op, unsigned first, unsigned last) {
    return op >= first && op <= last;
}

/* Whether what is stored at `value`, an address of identifiers or one computed from it, goes
 * nowhere but to pthread_join. */
static bool address_is_safe(Uses *u, uint32_t value);

static bool use_is_safe(Uses *u, uint32_t k, uint32_t q) {
    const Flow *w = u->w;
    const Insn *i = &w->function->code[k];
    unsigned op = insn_op(i);
    uint64_t number;
    uint32_t number_of_use = q - w->use_at[k];
    if (is_between(op, OP_LOAD8, OP_LOADX64)) return identifier_is_joined(u, w->def_at[k]);
    if (is_between(op, OP_STORE8, OP_STORE64)) /* a constant before the first identifier */
        return number_of_use == 0 && flow_constant(w, w->use[q + 1], &number);
    if (op == OP_MOV || op == OP_SELECT || is_between(op, OP_ADD8, OP_SUBI64) || op == OP_LEA)
        return address_is_safe(u, w->def_at[k]);
    if (is_between(op, OP_CEQ, OP_BSGE64I)) return true; /* where an array ends */
    if (op == OP_CALL)
        return number_of_use == 0 &&
               (calls(u->all->program, i, "pthread_create") || calls(u->all->program, i, "free"));
    return op == OP_MISC && i->b == MISC_MEMSET && number_of_use == 0;
}

static bool address_is_safe(Uses *u, uint32_t value) {
    const Flow *w = u->w;
    if (u->seen[value]) return true;
    u->seen[value] = true;
    for (uint32_t p = 0; p < w->nvalues - w->first_phi; p++)
        if (flow_phi_has(w, p, value) && !address_is_safe(u, w->first_phi + p)) return false;
    for (uint32_t k = 0; k < w->function->code_len; k = flow_next(w->function, k))
        for (uint32_t q = w->use_at[k]; q < w->use_at[k + 1]; q++)
            if (w->use[q] == value && !use_is_safe(u, k, q)) return false;
    return true;
}

static bool is_inside(const Identifiers *s, uint64_t address) {
    for (size_t k = 0; k < s->globals.len; k++)
        if (address >= s->globals.data[k].start && address < s->globals.data[k].end) return true;
    return false;
}

bool identifiers_holds(const Identifiers *s, uint64_t address) {
    return is_inside(s, address) || is_inside(s, address + 7);
}

bool identifiers_holds_local(const Identifiers *s, const Function *f, uint64_t offset) {
    for (size_t k = 0; k < s->locals.len; k++) {
        const Local *x = &s->locals.data[k];
        if (x->function == f && offset >= x->range.start && offset < x->range.end) return true;
    }
    return false;
}

/* The local variable that a frame's address is in: all addresses of it. */
static bool local_is_safe(Uses *u, uint64_t offset) {
    const Function *f = u->w->function;
    uint64_t start = offset, end = offset + 1;
    for (uint32_t k = 0; k < f->nobjects; k++)
        if (offset >= f->objects[k].offset && offset - f->objects[k].offset < f->objects[k].size) {
            start = f->objects[k].offset;
            end = start + f->objects[k].size;
        }
    Local local = {f, {start, end}};
    vec_push(&u->all->locals, local);
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k))
        if (insn_op(&f->code[k]) == OP_STACKADDR && f->code[k].imm >= start &&
            f->code[k].imm <= end && !address_is_safe(u, u->w->def_at[k]))
            return false;
    return true;
}

/* Follows an address that pthread_create stores at back to the variable that it is in. */
static bool root_is_safe(Uses *u, uint32_t value) {
    const Flow *w = u->w;
    if (u->rooted[value]) return true;
    u->rooted[value] = true;
    if (value >= w->first_phi) {
        uint32_t p = value - w->first_phi;
        for (uint32_t k = w->phi_at[p]; k < w->phi_at[p + 1]; k++) {
            uint32_t x = w->phi_arg[k];
            if (x == value) continue;
            if (!root_is_safe(u, x)) return false;
        }
        return w->phi_at[p + 1] > w->phi_at[p];
    }
    uint32_t k = w->value_insn[value];
    if (k == FLOW_NONE) return false;
    const Insn *i = &w->function->code[k];
    unsigned op = insn_op(i);
    const Program *p = u->all->program;
    if (op == OP_STACKADDR) return local_is_safe(u, i->imm);
    if (op == OP_MOVI || op == OP_LEA || is_between(op, OP_ADDI8, OP_ADDI64)) {
        uint64_t address = op == OP_LEA ? (uint64_t)(int64_t)(int32_t)(i->imm >> 32) : i->imm;
        const Global *g = address >= GLOBALS_BASE ? program_global_at(p, address) : NULL;
        if (g && !g->thread_local_) {
            Range r = {g->address, g->address + g->size};
            if (!is_inside(u->all, g->address)) vec_push(&u->all->globals, r);
            return true;
        }
        if (op == OP_MOVI) return false;
    }
    if (op == OP_MOV || op == OP_LEA || is_between(op, OP_ADDI8, OP_ADDI64))
        return root_is_safe(u, w->use[w->use_at[k]]);
    if (calls(p, i, "malloc") || calls(p, i, "calloc")) return address_is_safe(u, value);
    return false;
}

/* Whether an instruction of a function that creates no threads has an address of a variable that
 * identifiers are in; those that do are followed. */
static bool globals_are_safe(Uses *u) {
    const Function *f = u->w->function;
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        const Insn *i = &f->code[k];
        unsigned op = insn_op(i);
        uint64_t address =
            op == OP_LEA ? (uint64_t)(int64_t)(int32_t)(i->imm >> 32)
            : op == OP_MOVI || is_between(op, OP_ADDI8, OP_ADDI64) ||
                    is_between(op, OP_LOAD8, OP_LOAD64) || is_between(op, OP_STORE8, OP_STORE64)
                ? i->imm
            : is_between(op, OP_LOADX8, OP_LOADX64) || is_between(op, OP_STOREX8, OP_STOREX64)
                ? (uint64_t)(int64_t)(int32_t)(i->imm >> 32)
                : 0;
        if (!is_inside(u->all, address)) continue;
        if (is_between(op, OP_LOAD8, OP_LOADX64)) {
            if (!identifier_is_joined(u, u->w->def_at[k])) return false;
        } else if (op == OP_LEA || op == OP_MOVI || is_between(op, OP_ADDI8, OP_ADDI64)) {
            if (!address_is_safe(u, u->w->def_at[k])) return false;
        } else
            return false;
    }
    return true;
}

static bool uses_of(Identifiers *s, const Flow *w, bool creates) {
    Uses u = {s, w, xcalloc(w->nvalues + 1, sizeof *u.seen),
              xcalloc(w->nvalues + 1, sizeof *u.rooted), xcalloc(w->nvalues + 1, sizeof *u.held)};
    const Function *f = w->function;
    bool fine = !w->returns_twice;
    for (uint32_t k = 0; fine && creates && k < f->code_len; k = flow_next(f, k))
        if (calls(s->program, &f->code[k], "pthread_create"))
            fine = root_is_safe(&u, w->use[w->use_at[k]]);
    fine = fine && (creates || globals_are_safe(&u));
    free(u.seen);
    free(u.rooted);
    free(u.held);
    return fine;
}

/* Whether a call of the function, or having its address, shows a handle or which thread one is. */
static bool is_asking(const Function *f) {
    return f->library ? f->dangers & SHOWS_THREAD && !function_keeps(f, USES_HANDLE) : false;
}

/* Whether there is a function at the address that handles identifiers. */
static bool handles(const Program *p, uint64_t address) {
    const Function *f = program_function_at(p, address);
    return f && (is_asking(f) || function_keeps(f, USES_HANDLE));
}

static bool asks(const Program *p, const Function *f) {
    for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k)) {
        const Insn *i = &f->code[k];
        const Function *g = callee(p, i);
        if (g && is_asking(g)) return true;
        if (flow_builtin(i) && builtin_traits[flow_builtin(i)] & SHOWS_THREAD) return true;
        if (insn_op(i) == OP_MOVI && handles(p, i->imm)) return true;
    }
    return false;
}

Identifiers *identifiers_new(const Program *program) {
    Identifiers *s = xcalloc(1, sizeof *s);
    s->program = program;
    for (unsigned k = 0; k < 2; k++) s->routine[k] = xcalloc(program->nfunctions + 1, 1);
    bool fine = true, creates = false;
    /* Variables first, then who else may look at them. */
    for (unsigned pass = 0; pass < 2 && fine; pass++)
        for (uint32_t n = 0; n < program->nfunctions && fine; n++) {
            const Function *f = &program->functions[n];
            if (!f->code || f->library) continue;
            bool one = false;
            for (uint32_t k = 0; k < f->code_len; k = flow_next(f, k))
                one |= calls(program, &f->code[k], "pthread_create");
            creates |= one;
            if (!pass) fine = !asks(program, f);
            if (!fine || (!pass && !one)) continue;
            Flow *w = flow_of(program, f);
            fine = uses_of(s, w, !pass);
            flow_free(w);
        }
    fine = fine && creates;
    /* Addresses of these variables, or of such functions, in variables from the beginning. */
    for (uint64_t k = 0; fine && k + 8 <= program->image_size; k += 8) {
        uint64_t word;
        memcpy(&word, program->image + k, sizeof word);
        fine = !is_inside(s, word) && !handles(program, word);
    }
    if (fine) return s;
    identifiers_free(s);
    return NULL;
}

void identifiers_free(Identifiers *s) {
    if (!s) return;
    vec_free(&s->globals);
    vec_free(&s->locals);
    for (unsigned k = 0; k < 2; k++) free(s->routine[k]);
    free(s);
}
