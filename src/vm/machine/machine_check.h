/*
 * machine_check.h — what holds of a machine and of a thread between two slices: frames and register
 * windows, counts of threads, synchronisation objects, the path condition and its model.
 */
#ifndef HEDDLE_VM_MACHINE_MACHINE_CHECK_H
#define HEDDLE_VM_MACHINE_MACHINE_CHECK_H

#include "vm/machine/machine.h"

/* Checks the state before a slice of `t` or behind it. Only where base_invariants is set. */
void machine_check(Machine *m, const Thread *t);

#endif
