/* fingerprint.c — see fingerprint.h. */
#include "vm/fingerprint.h"
#include "vm/internal.h"
#include <stdlib.h>

/* --- memory ------------------------------------------------------------------------------------------ */

/* The bytes of a word whose bits are set. */
static uint64_t byte_mask(uint8_t bits) {
    if (bits == 255) return ~0ull;
    uint64_t x = bits;
    x = (x | x << 28) & 0x0000000f0000000full;
    x = (x | x << 14) & 0x0003000300030003ull;
    x = (x | x << 7) & 0x0101010101010101ull;
    return x * 255;
}

static bool is_output(const Machine *m, uint64_t word) {
    for (size_t k = 0; k < m->unlogged.len; k++)
        if (word << 3 < m->unlogged.data[k].end && (word << 3) + 8 > m->unlogged.data[k].start) return true;
    return false;
}

typedef struct MemorySum {
    const Machine *m;
    Fingerprint sum;
} MemorySum;

static void changed_line(void *context, uint64_t line, const uint8_t *old, const uint8_t *old_valid) {
    MemorySum *s = context;
    const Memory *mem = s->m->memory;
    const uint8_t *now = mem->base + line * 64, *valid = mem->valid + line * 8;
    for (unsigned k = 0; k < 8; k++) {
        uint64_t before, after;
        memcpy(&before, old + 8 * k, 8);
        memcpy(&after, now + 8 * k, 8);
        if (before == after && old_valid[k] == valid[k]) continue;
        before &= byte_mask(old_valid[k]);
        after &= byte_mask(valid[k]);
        uint64_t word = line * 8 + k;
        if (s->m->unlogged.len && is_output(s->m, word)) continue;
        if (old_valid[k]) fingerprint_subtract(&s->sum, fragment(piece(PIECE_WORD, word) ^ (uint64_t)old_valid[k] << 56, before));
        if (valid[k]) fingerprint_add(&s->sum, fragment(piece(PIECE_WORD, word) ^ (uint64_t)valid[k] << 56, after));
    }
}

Fingerprint fingerprint_memory(const Machine *m, TrailMark mark) {
    MemorySum s = {.m = m};
    memory_changed_lines(m->memory, mark, changed_line, &s);
    return s.sum;
}

/* --- threads ----------------------------------------------------------------------------------------- */

static inline void mix(Fingerprint *f, uint64_t x) {
    f->a = hash_combine(f->a, x);
    f->b = hash_combine(f->b ^ 0x2127599bf4325c37ull, x);
}

static void mix_registers(Machine *m, const Thread *t, const Frame *f, const uint64_t *live, const Insn *call, Fingerprint *out) {
    unsigned n = f->function->nregs;
    for (unsigned w = 0; w * 64 < n; w++)
        for (uint64_t bits = live[w]; bits; bits &= bits - 1) {
            unsigned r = w * 64 + (unsigned)__builtin_ctzll(bits);
            if (r >= n) break;
            bool result = false;
            for (unsigned k = 0; call && k < call->d && !result; k++) result = insn_slots(call)[k] == r;
            if (result) continue;
            const Expr *e = f->symbolic ? t->sym[f->base + r] : NULL;
            mix(out, r);
            mix(out, e ? 0x5e5e5e5e5e5e5e5eull : t->regs[f->base + r]);
        }
    (void)m;
}

/* A frame that waits for a call to return: it does not change before that. */
static void mix_caller(Machine *m, const Thread *t, uint32_t index, Fingerprint *out) {
    const Frame *f = &t->frames[index];
    const Insn *call = t->frames[index + 1].call;
    const Function *g = f->function;
    mix(out, (uint64_t)(g - m->program->functions) << 32 | (uint64_t)(call - g->code));
    mix(out, f->stack);
    mix(out, f->memory);
    mix(out, (uint64_t)f->ending << 8 | t->frames[index + 1].ending);
    bool again = t->frames[index + 1].ending == 2; /* the call instruction is executed once more */
    mix_registers(m, t, f, again ? liveness_before(m, g, call) : liveness_before(m, g, insn_next_list(call)), again ? NULL : call, out);
}

Fingerprint fingerprint_thread(Machine *m, const Thread *t) {
    Fingerprint f = {t->region, ~t->region};
    mix(&f, t->status);
    if (t->status != THREAD_READY) {
        if (t->status == THREAD_EXITED) return (Fingerprint){0, 0};
        return f;
    }
    const Operation *o = &t->pending;
    mix(&f, (uint64_t)o->kind << 8 | t->section);
    if (o->kind == OPERATION_WAKE) {
        mix(&f, o->object);
        mix(&f, o->object2);
        mix(&f, t->waited_count);
    }
    mix(&f, t->copied);
    if (t->holding) mix(&f, t->held_expr ? 0x5e5e5e5e5e5e5e5eull : t->held);
    for (uint32_t k = 0; k < t->ndecisions; k++) mix(&f, 2 + t->decisions[k]);
    mix(&f, t->stack);
    mix(&f, t->heap->top);
    mix(&f, t->heap->queues);
    /* Frames below the top change only when they are returned into: their chain of hashes is kept. */
    uint32_t from = t->top;
    while (from > 0 && !t->frames[from - 1].chained) from--;
    Fingerprint chain = from ? t->frames[from - 1].chain : (Fingerprint){0x1234, 0x4321};
    for (uint32_t k = from; k < t->top; k++) {
        mix_caller(m, t, k, &chain);
        t->frames[k].chain = chain;
        t->frames[k].chained = true;
    }
    mix(&f, chain.a);
    mix(&f, chain.b);
    const Frame *top = &t->frames[t->top];
    mix(&f, (uint64_t)(top->function - m->program->functions) << 32 | (uint64_t)(t->pc - top->function->code));
    mix(&f, top->stack);
    mix(&f, top->memory);
    mix(&f, top->ending);
    mix_registers(m, t, top, liveness_before(m, top->function, t->pc), NULL, &f);
    return f;
}

void fingerprint_expressions(Machine *m, const Thread *t, void (*visit)(void *context, uint64_t where, const Expr *e), void *context) {
    if (t->status != THREAD_READY) return;
    if (t->holding && t->held_expr) visit(context, t->region + 1, t->held_expr);
    for (uint32_t k = 0; k <= t->top; k++) {
        const Frame *f = &t->frames[k];
        if (!f->symbolic) continue;
        const Insn *call = k < t->top ? t->frames[k + 1].call : NULL;
        const uint64_t *live = liveness_before(m, f->function, !call ? t->pc : t->frames[k + 1].ending == 2 ? call : insn_next_list(call));
        for (unsigned r = 0; r < f->function->nregs; r++)
            if ((live[r >> 6] >> (r & 63) & 1) && t->sym[f->base + r]) visit(context, (t->region << 16) + 2 + f->base + r, t->sym[f->base + r]);
    }
}

uint64_t fingerprint_open_accesses(const Thread *t) {
    uint64_t sum = 0;
    for (size_t k = 0; k < t->log->entries.len; k++) {
        const LogEntry *l = &t->log->entries.data[k];
        sum += hash_mix(l->word << 18 ^ (uint64_t)l->reads << 10 ^ (uint64_t)l->writes << 2 ^ (uint64_t)l->vague << 1 ^ l->section);
    }
    return sum;
}
