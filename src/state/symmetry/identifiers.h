/*
 * identifiers.h — where the identifiers of threads can go in a program's code, and whether the code
 * of a start routine can tell the thread that runs it from another one. Decided on the code,
 * without execution, and to the safe side.
 */
#ifndef HEDDLE_STATE_SYMMETRY_IDENTIFIERS_H
#define HEDDLE_STATE_SYMMETRY_IDENTIFIERS_H

#include "program/program.h"

typedef struct Identifiers Identifiers;

/* NULL where an identifier that pthread_create stores may be used for anything but pthread_join
 * without a result, or where the program asks threads who they are; and where it creates no
 * threads. */
Identifiers *identifiers_new(const Program *program);
void identifiers_free(Identifiers *s);
/* Whether there is a global variable at the address that identifiers are stored in. */
bool identifiers_holds(const Identifiers *s, uint64_t address);
/* The same of a local variable, by its place in the frame of the function. */
bool identifiers_holds_local(const Identifiers *s, const Function *f, uint64_t offset);
/* Whether all that runs in a thread of this routine keeps to registers and shared memory, and to
 * mutexes, atomics and sections: nothing in it is at an address of the thread's own, or knows its
 * number. With `frames` it may have local variables in memory and thread-local ones of the program,
 * of which no address goes anywhere else (own_memory.h), and ask for inputs, which have names of
 * their own in each thread. */
bool identifiers_routine(Identifiers *s, const Function *f, bool frames);

#endif
