/*
 * liveness.c — registers that may still be read, by backward data flow over final code, computed
 * for a function at the first query. States that differ only in dead registers are the same state.
 */
#include "vm/state/fingerprint.h"
#include "vm/interpreter/execution.h"
#include <stdlib.h>

struct Liveness {
    uint32_t words;
    uint64_t *before; /* `words` words per instruction */
};

static inline void set_register(uint64_t *bits, unsigned r) { bits[r >> 6] |= 1ull << (r & 63); }
static inline void reset(uint64_t *bits, unsigned r) { bits[r >> 6] &= ~(1ull << (r & 63)); }

/* Turns the live registers after an instruction into those before it. */
static void step_back(const Insn *i, unsigned op, uint64_t *live) {
    uint8_t flags = op_flags[op];
    if (flags & F_LIST) {
        const uint16_t *s = insn_slots(i);
        for (unsigned k = 0; k < i->d; k++) reset(live, s[k]);
        for (unsigned k = 0; k < i->a; k++) set_register(live, s[i->d + k]);
        return;
    }
    if (flags & F_W) reset(live, i->d);
    if (flags & F_A) set_register(live, i->a);
    if (flags & F_B) set_register(live, i->b);
    if (flags & F_D) set_register(live, i->d);
    if (flags & F_I) set_register(live, (unsigned)i->imm);
}

/* Processes each instruction once, from the last one to the first. True if a register became
 * live. */
static bool pass(const Machine *m, const Function *f, Liveness *l, const uint32_t *starts,
                 uint32_t n, uint64_t *live) {
    size_t words = l->words;
    bool changed = false;
    for (uint32_t q = n; q-- > 0;) {
        uint32_t k = starts[q];
        const Insn *i = &f->code[k];
        unsigned op = insn_op(i);
        uint8_t flags = op_flags[op];
        memset(live, 0, words * sizeof *live);
        if (!(flags & F_END)) {
            uint32_t next = flags & F_LIST ? k + 1 + insn_slot_count(i) : k + 1;
            const uint64_t *from = l->before + next * words;
            for (size_t w = 0; w < words; w++) live[w] |= from[w];
        }
        if (flags & F_BRANCH) {
            const uint64_t *from = l->before + (size_t)(k + (uint32_t)(i->imm >> 32)) * words;
            for (size_t w = 0; w < words; w++) live[w] |= from[w];
        }
        if (op == OP_SWITCH) {
            const SwitchTable *t = &m->program->switches[i->imm];
            for (uint32_t j = 0; j <= t->len; j++) {
                const uint64_t *from =
                    l->before + (j < t->len ? t->target[j] : t->otherwise) * words;
                for (size_t w = 0; w < words; w++) live[w] |= from[w];
            }
        }
        step_back(i, op, live);
        uint64_t *before = l->before + k * words;
        if (memcmp(before, live, words * sizeof *live)) {
            memcpy(before, live, words * sizeof *live);
            changed = true;
        }
    }
    return changed;
}

/* Checks that a register that an instruction reads is live before it, and that none beyond the
 * registers of the function is. */
static void check_successors(const Function *f, const Liveness *l, const uint32_t *starts,
                             uint32_t n) {
    for (uint32_t q = 0; unlikely(base_invariants) && q < n; q++) {
        const Insn *i = &f->code[starts[q]];
        const uint64_t *live = l->before + (size_t)starts[q] * l->words;
        uint8_t flags = op_flags[insn_op(i)];
        invariant(f->nregs % 64 == 0 || !(live[l->words - 1] >> (f->nregs & 63)));
        if (flags & F_LIST) {
            const uint16_t *s = insn_slots(i);
            for (unsigned k = 0; k < i->a; k++)
                invariant(live[s[i->d + k] >> 6] >> (s[i->d + k] & 63) & 1);
            continue;
        }
        if (flags & F_A) invariant(live[i->a >> 6] >> (i->a & 63) & 1);
        if (flags & F_B) invariant(live[i->b >> 6] >> (i->b & 63) & 1);
        if (flags & F_D) invariant(live[i->d >> 6] >> (i->d & 63) & 1);
    }
}

static Liveness *liveness_compute(const Machine *m, const Function *f) {
    Liveness *l = xcalloc(1, sizeof *l);
    l->words = (f->nregs + 63) / 64 + !f->nregs;
    size_t words = l->words;
    l->before = xcalloc((f->code_len + 1) * words, sizeof *l->before);
    uint32_t *starts = xmalloc((f->code_len + 1) * sizeof *starts), n = 0;
    for (uint32_t k = 0; k < f->code_len;) {
        starts[n++] = k;
        k += op_flags[insn_op(&f->code[k])] & F_LIST ? 1 + insn_slot_count(&f->code[k]) : 1;
    }
    if (f->hidden_jumps) {
        memset(l->before, 255, (f->code_len + 1) * words * sizeof *l->before);
        free(starts);
        return l;
    }
    uint64_t *live = xmalloc(words * sizeof *live);
    while (pass(m, f, l, starts, n, live)) {}
    /* The result is a fixed point: another pass changes nothing. */
    invariant(!pass(m, f, l, starts, n, live));
    check_successors(f, l, starts, n);
    free(live);
    free(starts);
    return l;
}

const uint64_t *liveness_before(Machine *m, const Function *f, const Insn *at) {
    size_t number = (size_t)(f - m->program->functions);
    if (!m->liveness) m->liveness = xcalloc(m->program->nfunctions, sizeof *m->liveness);
    Liveness *l = m->liveness[number];
    if (!l) l = m->liveness[number] = liveness_compute(m, f);
    return l->before + (size_t)(at - f->code) * l->words;
}

void liveness_free(Machine *m) {
    for (uint32_t k = 0; m->liveness && k < m->program->nfunctions; k++)
        if (m->liveness[k]) {
            free(m->liveness[k]->before);
            free(m->liveness[k]);
        }
    free(m->liveness);
    m->liveness = NULL;
}
