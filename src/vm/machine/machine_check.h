/*
 * machine_check.h — invariants of a machine and of a thread between two slices: frames and register
 * windows, counts of threads, synchronisation objects, the path condition and its model.
 */
#ifndef HEDDLE_VM_MACHINE_MACHINE_CHECK_H
#define HEDDLE_VM_MACHINE_MACHINE_CHECK_H

#include "vm/machine/machine.h"

/* Checks the state before or after a slice of `t`. Called only if base_invariants is set. */
void machine_check(Machine *m, const Thread *t);

#endif
