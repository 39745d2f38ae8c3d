/*
 * lift.h — a slice, the code between two visible operations, as a function of the state before it:
 * which values lead to its path, and the values of memory and registers afterwards in terms of
 * those before. The weakest precondition of a run is composed of these functions (Guo et al.,
 * Conc-iSE, section 5.1).
 *
 * A slice is executed a second time with a symbol in each word of memory that it reads and in each
 * live register. Branches take the same sides as with the actual values, and their conditions are
 * noted.
 */
#ifndef HEDDLE_VERSIONS_LIFT_H
#define HEDDLE_VERSIONS_LIFT_H

#include "expr/substitute.h"
#include "vm/state/control.h"

/* What an input that stands for a piece of the state is about: a word of memory, by address / 8, or
 * a register by its canonical number (code_name.h) in a frame (0: the outermost) of a thread. Its
 * value has 64 bits. */
typedef struct Symbol {
    bool is_register;
    uint64_t word;
    int32_t slot;
    uint32_t frame, number;
} Symbol;

typedef struct Lifter Lifter;

Lifter *lifter_new(Machine *m, CodeNames *names);
void lifter_free(Lifter *l);
const Input *lifter_input(Lifter *l, const Symbol *s);
/* NULL: an input of the program under test. */
const Symbol *lifter_symbol(const Lifter *l, const Input *input);
/* The value of a symbol in the current state, 64 bits wide; NULL: the register does not exist. */
const Expr *lifter_actual(Lifter *l, const Symbol *s);
/* Whether a condition over symbols holds in the current state; MAYBE if it depends on inputs of the
 * program or on a symbol that has no value there. */
typedef enum Holds { HOLDS_NOT, HOLDS, HOLDS_MAYBE } Holds;
Holds lifter_holds(Lifter *l, const Expr *condition);
/* The expression with symbols replaced by their values in the current state; NULL if one has no
 * value. */
const Expr *lifter_evaluate(Lifter *l, const Expr *e);

typedef struct TransferOutput {
    const Input *symbol;
    const Expr *value; /* 64 bits, over symbols and inputs */
} TransferOutput;

/* Where a thread stands after a slice. */
typedef struct SliceEnd {
    const Insn *pc;
    uint32_t top;
    uint8_t status, kind; /* of its pending operation */
    uint64_t object;
    bool failed, holding;
} SliceEnd;
SliceEnd slice_end(const Thread *t);
bool slice_end_same(const SliceEnd *x, const SliceEnd *y);

typedef struct Transfer {
    SliceEnd end;
    const Expr *condition; /* over symbols and inputs: the condition of the path of the slice */
    bool around; /* it depends on the state of heaps or objects besides its operation's own */
    const Expr *branch; /* the condition of the branch that this slice decides; NULL: none */
    VEC(TransferOutput) outputs;
    VEC(const Input *) inputs; /* that the slice introduces */
    VEC(LogEntry) log;         /* what it touches that is no event */
} Transfer;

/* Lifts the slice after the pending operation of a thread with this outcome, and restores the
 * state. False if it cannot be lifted (it fails, depends on a symbolic address, or does system
 * calls). */
bool lift_slice(Lifter *l, int thread, uint32_t outcome, Transfer *out);
void transfer_clear(Transfer *t);

#endif
