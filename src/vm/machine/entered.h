/*
 * entered.h — which functions a slice enters, for those who want to know on what code the results
 * of an exploration rest (state/cutoff/beyond.h).
 */
#ifndef HEDDLE_VM_MACHINE_ENTERED_H
#define HEDDLE_VM_MACHINE_ENTERED_H

#include "base/base.h"

typedef struct Entered {
    bool *listed; /* by function: it is on the list */
    VEC(uint32_t) list;
} Entered;

/* An empty list for a program with `nfunctions` functions. */
Entered *entered_new(uint32_t nfunctions);
void entered_free(Entered *e);
void entered_clear(Entered *e);
/* Puts a function, by its number in the program, on the list; once. */
void entered_add(Entered *e, uint32_t function);

#endif
