/*
 * forest.h — what the threads of a program were seen to do, each by itself: the forest of con2colic
 * testing (Farzan, Holzer, Razavi and Veith, ESEC/FSE 2013, section 3), a tree of events for every
 * thread that was created, merged over runs.
 *
 * Every load of shared memory returns a variable of its own, and what is stored are expressions
 * over inputs and such variables. So what a thread does after some events of its tree depends on
 * these events alone: two runs in which a thread goes the same way through its branches give the
 * same nodes, whatever the other threads did. (The paper's forest has edges from a store to the
 * loads that read it; here those are part of a scenario, see scenario.h, and one node stands for a
 * load whoever it reads from.)
 *
 * Other objects (condition variables, semaphores, read-write locks, barriers, one-time
 * initialisation) are state that their operations read and write at once. Such a node says which
 * operation of another thread on its object came right before it (its source; none: one of its own
 * thread, or none at all): what it does depends on those before it, all of which that one knows. So
 * it is with robust mutexes; others need none of this but where one could not be had: that node's
 * source is the operation that took it.
 *
 * A piece of a system call may work on several objects of the emulated kernel, some of which it
 * only looks at. It says for each of them which piece of another thread changed it last (none: one
 * of its own thread, or none at all). What it does depends on these pieces and what was before
 * them, since the memory that a piece reads is changed only by pieces that change an object it
 * names (audit/contract.h).
 *
 * An atomic section is a node for its beginning, and one for each access and branch in it (its
 * parts), as they are outside of sections; its end is none. Parts say so in their operations. A
 * piece of a system call is one of its own, and its source in others is the last node of it.
 *
 * An access whose source is the end of the object that it is to is one that comes too late.
 *
 * A node that is dangling was not executed: the other side of a branch, the operation of a thread
 * that could not go on.
 */
#ifndef HEDDLE_STRATEGIES_INTERFERENCE_SCENARIO_FOREST_H
#define HEDDLE_STRATEGIES_INTERFERENCE_SCENARIO_FOREST_H

#include "base/tables/hash_set.h"
#include "base/tables/index.h"
#include "os/operations.h"

typedef uint32_t NodeId; /* 0: none */

/* Where a thread stands after a node: outside of atomic sections, before a part of one, or for ever
 * before one whose assumption failed, which has no effect. */
typedef enum SectionState { SECTION_OUTSIDE, SECTION_OPEN, SECTION_VOID } SectionState;

typedef struct ForestNode {
    uint64_t label;     /* the whole of its thread's way here */
    uint64_t interface; /* the same without branches: what the order of events is about */
    NodeId parent;      /* in its thread */
    NodeId root;        /* the start of its thread */
    NodeId creator;     /* of a start: the creation; 0: the main thread's */
    NodeId source;      /* of an operation on an object with a state; see above */
    uint32_t sources;   /* of a piece of a system call: see forest_sources */
    NodeId first_child, sibling;
    Action action;
    const Input *variable; /* that a load returned; NULL: none */
    const Expr *store; /* what its bytes are afterwards, 8 * size bits; NULL: it stores nothing */
    uint32_t held;     /* how many mutexes its thread holds after it */
    uint8_t section;   /* SectionState; of an executed node */
    bool executed;
    bool nested; /* it takes a recursive mutex that its thread has already */
    bool
        settled; /* dangling, and no longer wanted: all that it stands for was met in other nodes */
    bool any_other; /* dangling: whatever its siblings are not (another value that became
                       concrete) */
    bool failed;    /* something was found wrong with it: it changed nothing */
} ForestNode;

/* Nodes that belong together: those that write a word of memory, those that end a thread. */
typedef struct NodeList {
    uint64_t key;
    VEC(NodeId) nodes;
} NodeList;

typedef struct Forest {
    VEC(ForestNode) nodes; /* by number; the first is none */
    Index by_label;
    VEC(NodeList) lists;
    Index by_key;
    VEC(NodeId) sources; /* of pieces of system calls, as many for each as it has objects */
    HashSet reused; /* accesses that were met after the end of an object there: pairs of nodes */
} Forest;

void forest_init(Forest *f);
void forest_free(Forest *f);
static inline ForestNode *forest_node(const Forest *f, NodeId id) { return &f->nodes.data[id]; }
/* How many events of its thread there are up to a node. */
static inline uint32_t forest_depth(const Forest *f, NodeId id) {
    return f->nodes.data[id].action.index;
}
/* Whether `id` is `before` or comes after it in its thread. */
bool forest_follows(const Forest *f, NodeId id, NodeId before);

/* What comes before a node: in its thread, and of a start in the thread that created it, of an
 * operation on an object with a state in the one that used it last. */
typedef struct NodePast {
    NodeId parent, creator, source;
    const NodeId *sources; /* of a piece of a system call, by its objects; 0: none */
} NodePast;
/* The node of an action after this past; a dangling one is made where there is none. *new (may be
 * NULL): whether it was. */
NodeId forest_add(Forest *f, NodePast past, const Action *a, bool *new);
/* The dangling node that stands for whatever the children of `parent` are not. */
NodeId forest_add_other(Forest *f, NodeId parent, const Action *a, bool *new);
/* A node was executed: from now on it is found by what it does. */
void forest_executed(Forest *f, NodeId id);

/* Executed nodes that store to a word of memory (address >> 3) or end an object there; that end a
 * thread. */
const NodeList *forest_writers(const Forest *f, uint64_t word);
const NodeList *forest_exits(const Forest *f, int thread);
/* Executed nodes that work on an object with a state; that take a mutex; that end a piece of a
 * system call that changes an object of the kernel. */
const NodeList *forest_users(const Forest *f, uint64_t object);
/* Whether an operation works on an object whose operations are sources of each other. */
bool forest_is_stateful(const Operation *o);
/* The nodes of other threads that an operation on objects comes after, *n of them, by the object;
 * 0: none. */
const NodeId *forest_sources(const Forest *f, const ForestNode *node, uint32_t *n);
/* The beginning of the piece of a system call that an executed node ends; 0: it ends none. */
NodeId forest_piece(const Forest *f, NodeId id);
/* Whether an operation goes on without the mutex that it wants where another thread has it, and
 * did. */
static inline bool forest_may_be_refused(const Operation *o) {
    return o->kind == OPERATION_TRYLOCK ||
           (o->kind == OPERATION_LOCK && o->flags & OPERATION_TIMED);
}
static inline bool forest_is_refused(const Action *a) {
    return forest_may_be_refused(&a->op) && !a->outcome;
}
/* Executed nodes that load from a word. */
const NodeList *forest_loaders(const Forest *f, uint64_t word);
/* Whether it is an access after the end of its object. */
static inline bool forest_is_late(const ForestNode *n) {
    return n->source && operation_on_memory(&n->action.op);
}
/* Whether a node writes memory or ends it, loads it, touches a byte. */
static inline bool forest_writes(const ForestNode *n) {
    return operation_on_memory(&n->action.op) && n->action.op.kind != OPERATION_LOAD && !n->failed;
}
static inline bool forest_loads(const ForestNode *n) {
    unsigned kind = n->action.op.kind;
    return kind == OPERATION_LOAD || kind == OPERATION_RMW;
}
static inline bool forest_touches(const ForestNode *n, uint64_t address) {
    return address - n->action.op.object < operation_extent(&n->action.op);
}
/* An access was met after the end of an object at its place: that is given out again. */
void forest_note_reuse(Forest *f, NodeId access, NodeId end);
bool forest_is_reuse(const Forest *f, NodeId access, NodeId end);
/* Whether two operations on memory have bytes in common. */
static inline bool forest_overlap(const ForestNode *a, const ForestNode *b) {
    uint64_t x = a->action.op.object, y = b->action.op.object;
    return x < y + operation_extent(&b->action.op) && y < x + operation_extent(&a->action.op);
}
/* Whether a thread that stands within a section after node `from` comes to its end with node
 * `id`. */
bool forest_ends_section(const Forest *f, NodeId id, NodeId from);
/* Whether nobody reads from a store, since its own atomic section writes there once more. */
bool forest_is_hidden(const Forest *f, NodeId store);
/* How a node changes which mutexes its thread holds: HOLD_STAYS for what is about other objects. */
HoldChange forest_mutex_change(const ForestNode *n);

#endif
