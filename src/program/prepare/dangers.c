/*
 * dangers.c — computes the dangers of each function: those of its own instructions and engine
 * calls, and those of the functions that it calls by name. Calls through pointers add nothing here:
 * their targets are checked where their addresses are taken.
 */
#include "program/front_end/loader.h"
#include <stdlib.h>

/* Adds the dangers of instructions. Those of engine calls are already included (decode_call.c). */
static void add_instructions(Function *f) {
    for (uint32_t k = 0; k < f->code_len; k++) {
        const Insn *i = &f->code[k];
        if (insn_op(i) == OP_MISC) f->dangers |= misc_traits[i->b] & ANY_DANGER;
        if (op_flags[insn_op(i)] & F_LIST) k += insn_slot_count(i);
    }
}

/* Adds the dangers of the functions called. Whether that changed anything. */
static bool add_calls(const Program *p, Function *f, bool keeps_thread) {
    Traits before = f->dangers;
    for (uint32_t k = 0; k < f->code_len; k++) {
        const Insn *i = &f->code[k];
        if (insn_op(i) == OP_CALL) f->dangers |= p->functions[i->imm].dangers;
        if (op_flags[insn_op(i)] & F_LIST) k += insn_slot_count(i);
    }
    if (keeps_thread) f->dangers &= (Traits)~SHOWS_THREAD;
    return f->dangers != before;
}

/* --- reachable functions ---------------------------------------------------------------------- */

typedef struct Reached {
    const Program *p;
    bool *is;
    VEC(uint32_t) todo;
} Reached;

static void mark_reached(Reached *r, uint64_t k) {
    if (k >= r->p->nfunctions || r->is[k]) return;
    r->is[k] = true;
    vec_push(&r->todo, (uint32_t)k);
}

/* Marks the function at this address, if it is one. Any number that could be an address counts. */
static void reach_address(Reached *r, uint64_t number) {
    if (number >= FUNCTION_BASE && (number - FUNCTION_BASE) % FUNCTION_STEP == 0)
        mark_reached(r, (number - FUNCTION_BASE) / FUNCTION_STEP);
}

static void reach_from_code(Reached *r, const Function *f) {
    for (uint32_t k = 0; k < f->code_len; k++) {
        const Insn *i = &f->code[k];
        if (insn_op(i) == OP_CALL) mark_reached(r, i->imm);
        reach_address(r, i->imm);
        reach_address(r, i->imm & UINT32_MAX);
        reach_address(r, i->imm >> 32);
        if (op_flags[insn_op(i)] & F_LIST) k += insn_slot_count(i);
    }
}

static void reach_from_image(Reached *r, const uint8_t *image, uint64_t size) {
    for (uint64_t k = 0; k + 8 <= size; k++) {
        uint64_t word;
        memcpy(&word, image + k, sizeof word);
        reach_address(r, word);
    }
}

/* Returns per function whether it can be called; the caller frees it. All of the program's own
 * can. */
static bool *reachable(const Program *p) {
    Reached r = {.p = p, .is = xcalloc(p->nfunctions + 1, sizeof(bool))};
    mark_reached(&r, p->start);
    for (uint32_t k = 0; k < p->nconstructors; k++) mark_reached(&r, p->constructors[k]);
    for (uint32_t k = 0; k < p->ndestructors; k++) mark_reached(&r, p->destructors[k]);
    for (uint32_t k = 0; k < p->nfunctions; k++)
        if (!p->functions[k].library || function_keeps(&p->functions[k], CALLED_BY_ENGINE))
            mark_reached(&r, k);
    reach_from_image(&r, p->image, p->image_size);
    reach_from_image(&r, p->tls_image, p->tls_size);
    while (r.todo.len) reach_from_code(&r, &p->functions[vec_pop(&r.todo)]);
    vec_free(&r.todo);
    return r.is;
}

/* --- output ----------------------------------------------------------------------------------- */

/* Whether a function works on streams and may reveal what stdout holds or held. */
static bool may_tell_output(const Function *f) {
    return f->on_streams && !function_keeps(f, ONLY_PRINTS);
}

static bool address_may_tell_output(const Program *p, uint64_t number) {
    const Function *f = program_function_at(p, number);
    return f && (may_tell_output(f) || function_keeps(f, TAKES_BUFFER));
}

/* Whether the program's own code calls such a function, or has its address. */
static bool shows_output(const Program *p) {
    for (uint32_t n = 0; n < p->nfunctions; n++) {
        const Function *f = &p->functions[n];
        for (uint32_t k = 0; !f->library && k < f->code_len; k++) {
            const Insn *i = &f->code[k];
            if (insn_op(i) == OP_CALL && may_tell_output(&p->functions[i->imm])) return true;
            if (address_may_tell_output(p, i->imm)) return true;
            if (op_flags[insn_op(i)] & F_LIST) k += insn_slot_count(i);
        }
    }
    for (uint64_t k = 0; k + 8 <= p->image_size; k += 8) {
        uint64_t word;
        memcpy(&word, p->image + k, sizeof word);
        const Global *g =
            address_may_tell_output(p, word) ? program_global_at(p, GLOBALS_BASE + k) : NULL;
        if (g && !g->library) return true;
    }
    return false;
}

void find_dangers(Program *p) {
    bool *keeps = xcalloc(p->nfunctions + 1, sizeof *keeps);
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        add_instructions(&p->functions[k]);
        keeps[k] = function_keeps(&p->functions[k], KEEPS_THREAD);
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = p->nfunctions; k-- > 0;)
            again |= add_calls(p, &p->functions[k], keeps[k]);
    }
    bool *called = reachable(p);
    for (uint32_t k = 0; k < p->nfunctions; k++)
        if (called[k]) p->dangers |= p->functions[k].dangers;
    if (shows_output(p)) p->dangers |= SHOWS_OUTPUT;
    free(called);
    free(keeps);
}
