/*
 * range.h — the door: engine code that acts for a thread touches the memory of the program under
 * test only through these functions. They serve the data of system calls, inputs, jump buffers,
 * copies, and the end of objects.
 *
 * A range is checked and logged as a whole, whatever its size, since races are found on any byte.
 * If other threads exist and bytes of it are visible, it is processed in pieces of at most 8 bytes,
 * each a visible operation of its own. The function then returns STEP_STOP with the operation
 * proposed, and the instruction is executed again once the operation was chosen. STEP_STOP is also
 * returned if an access is invalid; then it was reported.
 *
 * The thread remembers how many bytes of its instruction's ranges were processed (`done`) and what
 * they read (`got`). So an instruction may use any number of ranges one after the other: no write
 * is repeated, and a repeated read returns the same bytes. Each execution must use the same ranges
 * in the same order. It does if sizes and addresses depend only on operands and on what was read
 * here.
 *
 * Once threads run, no other engine code reads or writes memory of the program, with four
 * exceptions. The interpreter loads and stores (access.c, interp.inc), and so do atomics
 * (atomics.c). Fresh memory is set up where it is allocated (heap.c, frames.c, slots.c). Operations
 * on objects of the emulated kernel read their state words (machine_kernel_word). A build that
 * checks the door (-Dverify_door=true, `make debug`) stops where memory changes elsewhere.
 */
#ifndef HEDDLE_VM_MEMORY_RANGE_H
#define HEDDLE_VM_MEMORY_RANGE_H

#include "vm/interpreter/execution.h"

/* Begins an execution of an instruction, the first one or a repeated one. */
static inline void range_begin(Machine *m) {
    m->range_at = m->range_got = 0;
    m->range_new.len = 0;
}
/* Ends an instruction, of which at most an operation of another kind is left. */
static inline void range_over(Thread *t) {
    t->done = 0;
    t->got = NULL;
    t->holding = false;
}

/* Reads bytes; for symbolic ones it takes an example of their value. *symbolic (may be NULL) tells
 * whether there are any. */
StepResult range_read(Machine *m, Thread *t, uint64_t address, void *bytes, uint64_t size,
                      bool *symbolic);
/* Reads a string, which the caller frees; *text is NULL if it is not readable, too long or not
 * concrete. */
StepResult range_string(Machine *m, Thread *t, uint64_t address, char **text);
StepResult range_write(Machine *m, Thread *t, uint64_t address, const void *bytes, uint64_t size);
/* Writes all bytes of an input to memory. */
StepResult range_write_input(Machine *m, Thread *t, uint64_t address, const Input *input);
StepResult range_copy(Machine *m, Thread *t, uint64_t to, uint64_t from, uint64_t size);
StepResult range_set(Machine *m, Thread *t, uint64_t to, uint64_t size, uint64_t byte,
                     const Expr *expr);
/* Ends the life of an object: one visible operation if any byte is visible, and a write of all of
 * it. The caller makes the object invalid. */
StepResult range_end(Machine *m, Thread *t, uint64_t address, uint64_t size);
/* Stops an instruction whose caller proposed an operation; the progress in its ranges is kept. */
StepResult range_stop(Machine *m, Thread *t);
/* Logs the end of an object without a visible operation. The caller knows that there is none, or
 * has had it. */
void range_log_end(Machine *m, Thread *t, uint64_t address, uint64_t size);

/* Whether the range can be read, or written with `write`; if not, that is reported. Logs and
 * proposes nothing. */
bool range_check(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write);

#endif
