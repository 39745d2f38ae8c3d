/*
 * object.h — synchronisation objects: the state of each beyond the threads that wait for it, and
 * facts about it that hold in all runs.
 */
#ifndef HEDDLE_VM_MACHINE_OBJECT_H
#define HEDDLE_VM_MACHINE_OBJECT_H

#include "vm/machine/operation.h"
#include "vm/state/state_table.h"

typedef struct Machine Machine;

/* The state of a synchronisation object that was used, beyond the threads that wait for it. */
typedef struct SyncObject {
    STATE_MEMBERS(SYNC_STATE)
} SyncObject;

/* Flags in the `state` of a mutex. DIED: its owner ended. INCONSISTENT: the new owner knows that
 * the former one died. LOST: no thread can ever take it again. AS_ROBUST: held as a robust
 * mutex. */
enum {
    MUTEX_DIED = 1,
    MUTEX_INCONSISTENT = 2,
    MUTEX_LOST = 4,
    MUTEX_AS_ROBUST = 8,
    MUTEX_TYPED = 16 /* its owner took it as something else than a normal mutex */
};

/* Facts about an object that hold in all runs of a campaign. */
typedef struct ObjectNote {
    uint64_t identity;
    uint64_t mutex; /* condition variable: the mutex of its waits */
    bool ordered;   /* all of its operations are dependent */
} ObjectNote;

/* Returns the state of an object or of a part of it, creating it at the first use. */
SyncObject *sync_at(Machine *m, unsigned class, uint64_t identity, unsigned part);
/* Changes the flags of a mutex. The caller has saved the mutex on the trail. */
void machine_set_mutex_state(Machine *m, SyncObject *x, uint32_t state);
/* Makes a mutex consistent whose owner ended. This is no visible operation, since the new owner
 * holds the mutex. Returns 0 or EINVAL, for the program. */
int machine_mutex_consistent(Machine *m, int thread, uint64_t identity);
/* Whether the thread has locked a recursive mutex more than once. That follows from its own past.
 */
bool machine_mutex_is_nested(const Machine *m, int thread, uint64_t identity);
/* Returns the robust mutex with the lowest identity that the thread holds, or 0. */
uint64_t machine_robust_mutex(const Machine *m, int thread);
/* Returns the machine's copy of a description of a piece of a system call. `items` need not be
 * sorted; an object may occur once. */
const KernelCall *machine_kernel_call(Machine *m, const KernelItem *items, uint32_t n,
                                      const char *what);
/* Whether the piece can begin now. */
bool machine_kernel_ready(const Machine *m, const KernelCall *call);
/* Whether all operations on the object count as dependent. */
bool machine_is_ordered(const Machine *m, uint64_t identity);
/* Makes all operations on the object dependent from now on; calls the hook `order` if that is
 * new. */
void machine_order(Machine *m, uint64_t identity);
/* Notes a wait on a condition variable with this mutex. If several mutexes are used, the operations
 * of the condition variable become ordered. */
void machine_waits_with(Machine *m, uint64_t cond, uint64_t mutex);

#endif
