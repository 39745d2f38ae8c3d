/*
 * lifting.h — a slice that is executed in symbols: registers and memory hold what they held before
 * it as variables, decisions go as they go with the actual values, and what decided is noted
 * (versions/lift.h has the rest).
 */
#ifndef HEDDLE_VM_SYMBOLIC_LIFTING_H
#define HEDDLE_VM_SYMBOLIC_LIFTING_H

#include "expr/substitute.h"
#include "vm/machine/machine.h"

typedef struct Lifting {
    Substitution *actual; /* what each symbol stands for */
    VEC(const Expr *) conditions;
    const Expr *pending,
        *branch; /* what the branch before the slice asks: actually, and in symbols */
    bool failed; /* the slice depends on what is not followed in symbols */
    bool around; /* and on the state of heaps or objects besides its own operation's */
} Lifting;

Decision lifting_decide(Machine *m, Thread *t, const Expr *condition, bool anew);
/* The value that an expression has, which becomes a condition. False: it has none; the thread was
 * stopped. */
bool lifting_concretise(Machine *m, Thread *t, const Expr *e, uint64_t *value);
/* The slice does what depends on more than registers and memory: it is not followed in symbols. */
static inline void lifting_fail(const Machine *m) {
    if (m->lifting) m->lifting->failed = true;
}
/* The symbolic bytes of a range become what they are, as conditions. */
void lifting_pin(Machine *m, uint64_t address, uint64_t size);

#endif
