/*
 * object.h — synchronisation objects: what the state of each is beyond what threads are waiting
 * for, and what is known of it in all runs.
 */
#ifndef HEDDLE_VM_MACHINE_OBJECT_H
#define HEDDLE_VM_MACHINE_OBJECT_H

#include "vm/machine/operation.h"
#include "vm/state/state_table.h"

typedef struct Machine Machine;

/* A synchronisation object that was ever used: what its state is beyond what threads are waiting
 * for. */
typedef struct SyncObject {
    STATE_MEMBERS(SYNC_STATE)
} SyncObject;

/* The `state` of a mutex: its owner ended; held by one who was told so; nobody can ever take it
 * again; held as a robust one. */
enum { MUTEX_DIED = 1, MUTEX_INCONSISTENT = 2, MUTEX_LOST = 4, MUTEX_AS_ROBUST = 8 };

/* What is known of an object in all runs of a campaign. */
typedef struct ObjectNote {
    uint64_t identity;
    uint64_t mutex; /* condition variable: that waits were made with */
    bool ordered;   /* its operations are all dependent */
} ObjectNote;

/* The state of an object or of a part of it, which is put up where it was never used. */
SyncObject *sync_at(Machine *m, unsigned class, uint64_t identity, unsigned part);
/* Changes the flags of a mutex, which the caller has saved. */
void machine_set_mutex_state(Machine *m, SyncObject *x, uint32_t state);
/* Makes a mutex consistent whose owner ended: no visible operation, since its new owner has it. The
 * result for the program. */
int machine_mutex_consistent(Machine *m, int thread, uint64_t identity);
/* A robust mutex that the thread holds, or 0. */
uint64_t machine_robust_mutex(const Machine *m, int thread);
/* The machine's copy of a description of a piece of a system call. `items` need not be sorted; an
 * object may occur once. */
const KernelCall *machine_kernel_call(Machine *m, const KernelItem *items, uint32_t n,
                                      const char *what);
/* Whether it can begin now. */
bool machine_kernel_ready(const Machine *m, const KernelCall *call);
/* Whether all operations on the object count as dependent. */
bool machine_is_ordered(const Machine *m, uint64_t identity);
/* From now on they do; told through the hook where it is new. */
void machine_order(Machine *m, uint64_t identity);
/* A wait on a condition variable with this mutex: with several ones, its operations become
 * ordered. */
void machine_waits_with(Machine *m, uint64_t cond, uint64_t mutex);

#endif
