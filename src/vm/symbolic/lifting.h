/*
 * lifting.h — the execution of a slice in symbols: registers and memory hold their earlier contents
 * as variables. Decisions go as with the actual values, and the conditions that decided are noted
 * (versions/summaries/lift.h has the rest).
 */
#ifndef HEDDLE_VM_SYMBOLIC_LIFTING_H
#define HEDDLE_VM_SYMBOLIC_LIFTING_H

#include "expr/substitute.h"
#include "vm/machine/machine.h"

typedef struct Lifting {
    Substitution *actual; /* the actual value of each symbol */
    VEC(const Expr *) conditions;
    const Expr *pending,
        *branch; /* the condition of the branch before the slice: actual, and in symbols */
    bool failed; /* the slice depends on something that is not followed in symbols */
    bool around; /* it depends on heaps, or on objects besides that of its own operation */
} Lifting;

Decision lifting_decide(Machine *m, Thread *t, const Expr *condition, bool anew);
/* Gets the actual value of an expression, which becomes a condition. False: it has none, and the
 * thread was stopped. */
bool lifting_concretise(Machine *m, Thread *t, const Expr *e, uint64_t *value);
/* Notes that the slice depends on more than registers and memory, so that it is not followed in
 * symbols. */
static inline void lifting_fail(const Machine *m) {
    if (m->lifting) m->lifting->failed = true;
}
/* Replaces the symbolic bytes of a range by their actual values, as conditions. */
void lifting_pin(Machine *m, uint64_t address, uint64_t size);

#endif
