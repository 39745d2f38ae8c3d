/*
 * range.h — the one door to the memory of the program under test for code of the engine that acts
 * for a thread: what a system call reads and fills, what an input is written to, jump buffers,
 * copies, and the end of objects.
 *
 * A range is checked, logged (all of it, whatever its size: races are found on any byte) and, where
 * other threads exist and bytes of it are visible, gone through in pieces of at most 8 bytes, each
 * a visible operation of its own: the function returns STEP_STOP with the operation proposed, and
 * the instruction is executed again once it was chosen. The thread remembers how far the ranges of
 * its instruction were gone through (`done`) and what they read (`got`), so that an instruction may
 * use any number of ranges one after the other: what was done is not done again, and what was read
 * reads the same. They have to be the same ranges in the same order each time, which follows where
 * sizes and addresses depend on operands and on what was read here. STEP_STOP is also returned
 * where an access is invalid; then it was told.
 *
 * Nothing else in the engine reads or writes memory of the program once threads run, but for the
 * interpreter's loads and stores (access.c, interp.inc), atomics (atomics.c), and fresh memory as
 * it is handed out (heap.c, frames.c, slots.c). State words of the emulated kernel are looked at by
 * the operations on them (kernel.c, history.c). A build that checks the door (-Dverify_door=true,
 * `make debug`) stops where memory changes elsewhere.
 */
#ifndef HEDDLE_VM_MEMORY_RANGE_H
#define HEDDLE_VM_MEMORY_RANGE_H

#include "vm/interpreter/execution.h"

/* An instruction begins or is executed again. */
static inline void range_begin(Machine *m) {
    m->range_at = m->range_got = 0;
    m->range_new.len = 0;
}
/* It is over, or nothing of it but an operation of another kind is left. */
static inline void range_over(Thread *t) {
    t->done = 0;
    t->got = NULL;
    t->holding = false;
}

/* The bytes; for symbolic ones an example of their value. *symbolic (may be NULL): whether there
 * are such. */
StepResult range_read(Machine *m, Thread *t, uint64_t address, void *bytes, uint64_t size,
                      bool *symbolic);
/* A string, which the caller frees; NULL where it is not readable, too long or not concrete. */
StepResult range_string(Machine *m, Thread *t, uint64_t address, char **text);
StepResult range_write(Machine *m, Thread *t, uint64_t address, const void *bytes, uint64_t size);
/* All bytes of an input become the program's. */
StepResult range_write_input(Machine *m, Thread *t, uint64_t address, const Input *input);
StepResult range_copy(Machine *m, Thread *t, uint64_t to, uint64_t from, uint64_t size);
StepResult range_set(Machine *m, Thread *t, uint64_t to, uint64_t size, uint64_t byte,
                     const Expr *expr);
/* The life of an object ends: one visible operation where any byte is visible, and a write of all
 * of it. The caller makes it invalid. */
StepResult range_end(Machine *m, Thread *t, uint64_t address, uint64_t size);
/* Where a caller that proposed an operation stops itself: what its instruction went through before
 * is kept. */
StepResult range_stop(Machine *m, Thread *t);
/* The end of an object without a visible operation, where the caller knows that there is none or
 * has had it. */
void range_log_end(Machine *m, Thread *t, uint64_t address, uint64_t size);

/* Whether writing the range is possible; where not, that was told. Logs and proposes nothing. */
bool range_check(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write);

#endif
