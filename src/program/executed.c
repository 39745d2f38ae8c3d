/*
 * executed.c — computes which instructions a campaign executed from the few marks of the
 * interpreter: sides of conditional branches, targets of switches and indirect calls. Each mark
 * leads into a block, and a block is executed from its beginning to its end. A block that is
 * executed and has a single predecessor was reached from there, and the callee of an executed call
 * was entered.
 */
#include "program/program.h"
#include <stdlib.h>

#define MANY UINT32_MAX

/* The predecessor of an instruction is 0 (none), its index in the function + 1, or MANY. */
static void note_edge(uint32_t *before, uint32_t from, uint32_t to) {
    before[to] = before[to] && before[to] != from + 1 ? MANY : from + 1;
}

static uint32_t insn_after(const Insn *code, uint32_t k) {
    return op_flags[insn_op(&code[k])] & F_LIST ? k + 1 + insn_slot_count(&code[k]) : k + 1;
}

static uint32_t target(const Insn *code, uint32_t k) { return k + (uint32_t)(code[k].imm >> 32); }

static void note_predecessors(const Program *p, const Function *f, uint32_t *before) {
    before[0] = MANY; /* calls lead here, too */
    for (uint32_t k = 0; k < f->code_len; k = insn_after(f->code, k)) {
        unsigned op = insn_op(&f->code[k]);
        if (!(op_flags[op] & F_END) && insn_after(f->code, k) < f->code_len)
            note_edge(before, k, insn_after(f->code, k));
        if (op_flags[op] & F_BRANCH) note_edge(before, k, target(f->code, k));
        if (op != OP_SWITCH) continue;
        const SwitchTable *t = &p->switches[f->code[k].imm];
        for (uint32_t j = 0; j < t->len; j++) note_edge(before, k, t->target[j]);
        note_edge(before, k, t->otherwise);
    }
}

/* Propagates marks and known executed instructions within one function. True if that adds any. */
static bool spread(const Program *p, const Function *f, const uint8_t *cover,
                   const uint32_t *before, uint8_t *out) {
    uint8_t *done = out + f->first_insn;
    bool more = false;
    for (bool again = true; again;) {
        again = false;
#define REACH(place)                            \
    do {                                        \
        uint8_t *reached = (place);             \
        if (!*reached) *reached = again = true; \
    } while (0)
        for (uint32_t k = 0; k < f->code_len; k = insn_after(f->code, k)) {
            const uint8_t *mark = cover + 2 * (size_t)(f->first_insn + k);
            unsigned op = insn_op(&f->code[k]);
            if (mark[0] || mark[1]) REACH(&done[k]);
            if (!done[k]) continue;
            REACH(&done[0]);
            if (before[k] && before[k] != MANY) REACH(&done[before[k] - 1]);
            if (op == OP_CALL) {
                const Function *callee = &p->functions[f->code[k].imm];
                if (callee->code && !callee->library) REACH(&out[callee->first_insn]);
            }
            bool branch = op_flags[op] & F_BRANCH, jump = op == OP_JMP;
            if (jump || (branch && (mark[1] & 1))) REACH(&done[target(f->code, k)]);
            if (!(op_flags[op] & F_END) && (!branch || (mark[0] & 1)) &&
                insn_after(f->code, k) < f->code_len)
                REACH(&done[insn_after(f->code, k)]);
        }
#undef REACH
        more |= again;
    }
    return more;
}

void program_executed(const Program *p, const uint8_t *cover, uint8_t *out) {
    uint32_t *before = xcalloc(p->ninsns + 1, sizeof *before);
    memset(out, 0, p->ninsns);
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        if (f->library || !f->code_len) continue;
        note_predecessors(p, f, before + f->first_insn);
        /* An execution always begins at the entry of main. */
        if (!strcmp(f->name, "main")) out[f->first_insn] = 1;
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = 0; k < p->nfunctions; k++) {
            const Function *f = &p->functions[k];
            if (!f->library && f->code_len)
                again |= spread(p, f, cover, before + f->first_insn, out);
        }
    }
    free(before);
}

uint64_t program_branches_covered(const Program *p, const uint8_t *cover) {
    uint64_t n = 0;
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        for (uint32_t i = 0; !f->library && i < f->code_len; i++)
            n += (cover[2 * (f->first_insn + i)] & 1u) + (cover[2 * (f->first_insn + i) + 1] & 1u);
    }
    return n;
}

bool program_makes_threads(const Program *p) {
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        for (uint32_t n = 0; n < f->code_len; n = insn_after(f->code, n))
            if (insn_op(&f->code[n]) == OP_BUILTIN && f->code[n].b == BUILTIN_thread_create)
                return true;
    }
    return false;
}
