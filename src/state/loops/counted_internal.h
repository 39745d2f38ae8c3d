/*
 * counted_internal.h — what the files on counted loops share: code that does nothing
 * (counted_code.c), the loops of a function (counted_find.c), and threads in them (counted.c). Not
 * for others.
 */
#ifndef HEDDLE_STATE_LOOPS_COUNTED_INTERNAL_H
#define HEDDLE_STATE_LOOPS_COUNTED_INTERNAL_H

#include "impact/flow.h"
#include "state/loops/counted.h"

/* What a count, or that and a constant, is compared with: a number, or what is in a register while
 * the loop runs. */
typedef struct Bound {
    bool is_signed, in_register;
    uint64_t value, plus;
} Bound;

typedef struct Loop {
    uint16_t reg;
    unsigned bits;
    uint64_t step;
    uint32_t nblocks;
    bool *in; /* per block of the function */
    VEC(Bound) bounds;
} Loop;

typedef struct FunctionLoops {
    bool known, harmless_known, harmless;
    int locks; /* of a harmless function: mutexes that it takes less those that it gives back */
    uint32_t *block_of;
    VEC(Loop) loops; /* inner ones first */
} FunctionLoops;

struct CountedLoops {
    const Program *program;
    FunctionLoops *functions;
};

static inline bool counted_is_store(unsigned op) { return op >= OP_STORE8 && op <= OP_STOREX64; }

/* --- counted_code.c --------------------------------------------------------------------------- */

/* Whether an instruction other than a store changes nothing but registers, and mutexes: *locks
 * counts those taken. */
bool counted_insn_is_harmless(CountedLoops *c, const Insn *i, int *locks, unsigned depth);

/* --- counted_find.c --------------------------------------------------------------------------- */

/* Returns the loops of a function, which are looked for once. */
const FunctionLoops *counted_loops_of(CountedLoops *c, const Function *f);

#endif
