/*
 * dependence.h — what influences what in a program: a graph of its instructions in their contexts.
 *
 * Data: from what defines a register to what reads it, through arguments and results too; from what
 * writes memory to what may read it, in whatever thread (points_to.h), unless no order allows it
 * (order.h). Control: from what decides to what is executed only one way (control.h), from a call
 * to what it executes, and from whatever may end a thread, or go on for ever, to everything behind.
 * Libraries' loops are taken to end.
 *
 * What is not followed: that an access fails, that memory is exhausted, the numbers that addresses
 * and threads have, the time, and the choice of failures that are injected. A run that ended by a
 * fault is not gone on with: who compares with an old version should know that it had none.
 */
#ifndef HEDDLE_IMPACT_DEPENDENCE_H
#define HEDDLE_IMPACT_DEPENDENCE_H

#include "program/program.h"

typedef struct Dependence Dependence;

/* Looks at the whole program. The caller frees with dependence_free. NULL where it was given up. */
Dependence *dependence_of(const Program *p, const Stop *stop);
void dependence_free(Dependence *d);

/*
 * Marks what depends on the instructions marked (with one byte for each of the program), or with
 * `backward` what they depend on, themselves included, in `marks`. A call depends on what it passes
 * only in so far as the function does: calls that pass, or give back, what was reached are marked
 * in `passing` (NULL: not asked for), not in `marks`. Returns whether the order of synchronisation
 * is among what was reached: then everything depends on it.
 */
bool dependence_close(const Dependence *d, uint8_t *marks, uint8_t *passing, bool backward);

/* Whether a function fails whenever it is called. */
bool dependence_fails(const Dependence *d, uint32_t function);

/* Marks the instructions that may read a global. */
void dependence_readers(const Dependence *d, uint32_t global, uint8_t *marks);
/* Marks the instructions of functions whose address is used though, as far as is known, nobody
 * calls them. */
void dependence_unreached(const Dependence *d, uint8_t *marks);

/* Whether the instruction synchronises threads, creates, joins or ends one, by itself or by the
 * library functions it calls. */
bool dependence_synchronises(const Program *p, const Function *f, uint32_t k);

#endif
