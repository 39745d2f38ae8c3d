/* counted.c — see counted.h. */
#include "state/loops/counted.h"
#include "state/loops/counted_internal.h"
#include "vm/state/fingerprint.h"
#include <stdlib.h>

/* Frames from the top that are looked at: the loop's, and those of what it calls. */
#define DEEPEST 4

CountedLoops *counted_loops_new(const Program *program) {
    CountedLoops *c = xcalloc(1, sizeof *c);
    c->program = program;
    c->functions = xcalloc(program->nfunctions + 1, sizeof *c->functions);
    return c;
}

void counted_loops_free(CountedLoops *c) {
    if (!c) return;
    for (uint32_t k = 0; k < c->program->nfunctions; k++) {
        FunctionLoops *f = &c->functions[k];
        for (size_t n = 0; n < f->loops.len; n++) {
            free(f->loops.data[n].in);
            vec_free(&f->loops.data[n].bounds);
        }
        vec_free(&f->loops);
        free(f->block_of);
    }
    free(c->functions);
    free(c);
}

/* Of the frames of the thread from the top, the loop that the first one that is in any is in. */
static const Loop *loop_around(CountedLoops *c, const Thread *t, uint32_t *frame) {
    for (uint32_t n = 0; n < DEEPEST && n <= t->top; n++) {
        uint32_t k = t->top - n;
        const Frame *f = &t->frames[k];
        if (f->ending || f->listed) return NULL;
        const FunctionLoops *all = counted_loops_of(c, f->function);
        const Insn *at = n ? t->frames[k + 1].call : t->pc;
        for (size_t q = 0; q < all->loops.len; q++)
            if (all->loops.data[q].in[all->block_of[at - f->function->code]]) {
                *frame = k;
                return &all->loops.data[q];
            }
    }
    return NULL;
}

bool counted_place(CountedLoops *c, Machine *m, const Thread *t, CountedPlace *out) {
    if (m->system->max_sleeps || m->look) return false; /* a signal may come in any round */
    const Loop *l = loop_around(c, t, &out->frame);
    if (!l) return false;
    size_t reg = t->frames[out->frame].base + l->reg;
    if (t->frames[out->frame].symbolic && t->sym[reg]) return false;
    out->reg = l->reg;
    out->count = t->regs[reg];
    out->step = l->step;
    out->bits = l->bits;
    /* The place with another count: hashes of frames below the top are kept, so not beyond this. */
    for (uint32_t k = out->frame; k < t->top; k++) t->frames[k].chained = false;
    t->regs[reg] = 0;
    Fingerprint f = fingerprint_thread(m, t);
    t->regs[reg] = out->count;
    for (uint32_t k = out->frame; k < t->top; k++) t->frames[k].chained = false;
    /* A clock may tell later how long the rounds took, also where the state does not. */
    if (m->tells_time) fingerprint_mix(&f, t->time);
    out->place = hash_combine(hash_combine(f.a, f.b), (uint64_t)out->frame << 16 | l->reg) | 1;
    return true;
}

/* How many more times `step` can be added to `x`, all of so many bits, so that comparing it with
 * `bound` gives what it gave for x and two such sums before. */
static uint64_t sums_within(uint64_t x, uint64_t step, unsigned bits, uint64_t bound) {
    uint64_t most = low_bits(bits), first = 0, last = most;
    /* What comes of it may change between the number before and the bound, and behind that. */
    for (unsigned q = 0; q < 2; q++) {
        if (bound > most || (q && bound == most)) continue;
        if (bound + q <= x)
            first = MAX(first, bound + q);
        else
            last = MIN(last, bound + q - 1);
    }
    bool down = step > most / 2;
    uint64_t by = down ? most - step + 1 : step, behind = down ? last - x : x - first,
             ahead = down ? x - first : last - x;
    return behind / by >= 2 ? ahead / by : 0;
}

uint32_t counted_rounds(CountedLoops *c, const Thread *t, const CountedPlace *at) {
    uint32_t frame;
    const Loop *l = loop_around(c, t, &frame);
    if (!l || frame != at->frame || l->reg != at->reg) return 0;
    uint64_t most = low_bits(l->bits), half = most / 2 + 1, rounds = UINT64_MAX;
    const Frame *f = &t->frames[frame];
    for (size_t k = 0; k < l->bounds.len && rounds; k++) {
        const Bound *b = &l->bounds.data[k];
        if (b->in_register && f->symbolic && t->sym[f->base + b->value]) return 0;
        uint64_t value = b->in_register ? t->regs[f->base + b->value] : b->value,
                 count = (at->count + b->plus) & most;
        if (b->is_signed) {
            value = (value & most) ^ half;
            count ^= half;
        }
        uint64_t n = sums_within(count, l->step, l->bits, value);
        rounds = MIN(rounds, n);
    }
    /* Some are left before the end. A count that is compared with nothing counts for nothing. */
    if (rounds < 4 || rounds == UINT64_MAX) return 0;
    return (uint32_t)MIN(rounds - 2, INT32_MAX);
}

bool counted_skip(CountedLoops *c, Machine *m, Thread *t, uint32_t rounds) {
    uint32_t frame;
    const Loop *l = t->status == THREAD_READY ? loop_around(c, t, &frame) : NULL;
    if (!l) return false;
    const Frame *f = &t->frames[frame];
    uint64_t *count = &t->regs[f->base + l->reg], most = low_bits(l->bits);
    if (f->symbolic && t->sym[f->base + l->reg]) return false;
    trail_save(m->memory, count, sizeof *count);
    *count = (*count + rounds * l->step) & most;
    for (uint32_t k = frame; k < t->top; k++) {
        trail_save(m->memory, &t->frames[k], sizeof t->frames[k]);
        t->frames[k].chained = false;
    }
    return true;
}
