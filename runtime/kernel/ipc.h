/*
 * ipc.h — shared by the objects of System V that processes have in common: segments of memory and
 * sets of semaphores. A table has the objects that exist; they are found by number, or by the key
 * that they were created with.
 */
#ifndef HEDDLE_KERNEL_IPC_H
#define HEDDLE_KERNEL_IPC_H

#include <sys/ipc.h>
#include "kernel.h"

#define IPC_PROCESS 1000 /* the only process, and its user and group */

struct ipc {
    struct ipc *next;
    int id, key, mode;
};
struct ipc_table {
    unsigned word;
    int made; /* number of objects so far: the number of the next one */
    struct ipc *first;
};

/* The following functions are called in a piece on the table. */
static inline struct ipc *ipc_find(const struct ipc_table *t, int id) {
    struct ipc *i = t->first;
    while (i && i->id != id) i = i->next;
    return i;
}
static inline struct ipc *ipc_of_key(const struct ipc_table *t, int key) {
    struct ipc *i = key == IPC_PRIVATE ? 0 : t->first;
    while (i && i->key != key) i = i->next;
    return i;
}
static inline void ipc_add(struct ipc_table *t, struct ipc *i, int key, int mode) {
    invariant(!ipc_find(t, peek(t->made)));
    *i = (struct ipc){t->first, t->made++, key, mode & 0777};
    t->first = i;
}
static inline void ipc_remove(struct ipc_table *t, struct ipc *i) {
    struct ipc **at = &t->first;
    while (*at != i) at = &(*at)->next;
    *at = i->next;
}

/* Whether the owner of the object lacks one of the rights that these bits of a mode ask for. */
static inline int ipc_refuses(const struct ipc *i, int wanted) {
    return ((wanted >> 6 | wanted >> 3 | wanted) & 7 & ~(i->mode >> 6)) != 0;
}
static inline struct ipc_perm ipc_told(const struct ipc *i) {
    return (struct ipc_perm){.__ipc_perm_key = i->key,
                             .uid = IPC_PROCESS,
                             .gid = IPC_PROCESS,
                             .cuid = IPC_PROCESS,
                             .cgid = IPC_PROCESS,
                             .mode = (mode_t)i->mode};
}

#endif
