/*
 * dependence.h — dependences in a program: a graph of its instructions in their contexts.
 *
 * Data dependences lead from the definition of a register to its uses, also through arguments and
 * results. They lead from a write of memory to reads of it in any thread (points_to.h), unless no
 * order allows that (order.h). Control dependences lead from a decision to the code that depends on
 * it (control.h), and from a call to the callee's code. They also lead from everything that may end
 * a thread, such as an assumption, or continue forever, to everything behind it. Loops of libraries
 * are assumed to end.
 *
 * Not included: failing accesses, exhausted memory, the numbers of addresses and threads, the time,
 * and the choice of injected failures. A run that ended by a fault is not continued, so a
 * comparison with an old version presumes that the old one had no faults.
 */
#ifndef HEDDLE_IMPACT_DEPENDENCE_H
#define HEDDLE_IMPACT_DEPENDENCE_H

#include "program/program.h"

typedef struct Dependence Dependence;

/* Analyses the whole program. The caller frees it with dependence_free. NULL if `stop` asked to
 * give up. */
Dependence *dependence_of(const Program *p, const Stop *stop);
void dependence_free(Dependence *d);

/*
 * Marks in `marks`, one byte per instruction of the program, everything that depends on the marked
 * instructions. With `backward`, marks everything they depend on. A call depends on its arguments
 * only as far as the function does. Calls with a reached argument or result are marked in `passing`
 * (NULL: not needed) instead of `marks`. Returns whether the order of synchronisation was reached:
 * then everything depends on it.
 */
bool dependence_close(const Dependence *d, uint8_t *marks, uint8_t *passing, bool backward);

/* Marks in `rivals` the instructions that may write bytes that threads share and that a marked
 * instruction may write, too: the two may race although neither depends on the other. */
void dependence_rivals(const Dependence *d, const uint8_t *marks, uint8_t *rivals);

/* Whether a function fails whenever it is called. */
bool dependence_fails(const Dependence *d, uint32_t function);

/* Marks the instructions that may read a global. */
void dependence_readers(const Dependence *d, uint32_t global, uint8_t *marks);
/* Marks the instructions of functions whose address is used although no call of them is known. */
void dependence_unreached(const Dependence *d, uint8_t *marks);

/* Whether the instruction, or a library function it calls, synchronises threads, or creates, joins
 * or ends one. */
bool dependence_synchronises(const Program *p, const Function *f, uint32_t k);

#endif
