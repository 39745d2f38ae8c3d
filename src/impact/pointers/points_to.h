/*
 * points_to.h — points-to sets of the registers and the memory of a program, for all orders of its
 * threads. The analysis is inclusion-based (Andersen, Program Analysis and Specialization for the C
 * Programming Language, chapter 4) and field-sensitive. It is flow-insensitive over values in
 * static single assignment form. The call graph is computed at the same time, from the program's
 * start.
 *
 * Small library functions, and small functions that allocate, are analysed for each call site (an
 * instance each). So a heap block is known by the call of malloc in the program, and a thread by
 * the call that creates it.
 *
 * Assumptions: an address is made of an address. It survives copies in pieces, additions, shifts
 * and bitwise operations, in registers and memory. An address that is computed by multiplications
 * or divisions, by comparing bit by bit, or read back from text is unknown. An access through a
 * pointer with an empty set is taken to be none. A constant address between two globals may belong
 * to either.
 */
#ifndef HEDDLE_IMPACT_POINTERS_POINTS_TO_H
#define HEDDLE_IMPACT_POINTERS_POINTS_TO_H

#include "impact/flow.h"

#define ANYWHERE INT32_MIN        /* as an offset: any within the object */
#define ANY_WIDTH UINT32_MAX      /* of an access: from its beginning to the object's end */
#define POINTS_TO_NONE UINT32_MAX /* no instance */

typedef enum ObjectKind {
    OBJECT_FUNCTION, /* `number`: of the function */
    OBJECT_GLOBAL,   /* of the global, also a thread-local one */
    OBJECT_STACK,    /* of a StackObject, in an instance */
    /* of the instruction that allocates it, on the heap or on the stack, in an instance */
    OBJECT_BLOCK,
    OBJECT_OUTSIDE /* memory given to the process: arguments, environment */
} ObjectKind;

typedef struct PointsToObject {
    ObjectKind kind;
    uint32_t number, instance;
    uint64_t size; /* bytes; UINT64_MAX: unknown */
} PointsToObject;

/* A function in the context of the call `call` of instance `parent`, or (POINTS_TO_NONE) in all
 * others. */
typedef struct Instance {
    uint32_t function, parent, call, depth;
    uint32_t values; /* the node of its value 0 */
} Instance;

typedef struct Location {
    uint32_t object;
    int32_t offset; /* or ANYWHERE */
} Location;

typedef struct MemoryAccess {
    uint32_t instance, insn; /* index in the function's code */
    uint32_t node;           /* of the address, to which `offset` is added */
    int32_t offset;
    uint32_t width;
    bool write;
} MemoryAccess;

typedef enum CallKind { CALL_DIRECT, CALL_POINTER, CALL_THREAD, CALL_LISTED } CallKind;
typedef struct CallEdge {
    uint32_t instance, insn, callee; /* callee: an instance */
    CallKind kind;
} CallEdge;

typedef struct PointsTo PointsTo;

/* Analyses the whole program; the caller frees it with points_to_free. NULL if `stop` asked to give
 * up. */
PointsTo *points_to_of(const Program *p, const Stop *stop);
void points_to_free(PointsTo *t);

/* Return all instances that may be executed, and the accesses and calls in them. All belong to
 * `t`. */
const Instance *points_to_instances(const PointsTo *t, uint32_t *n);
const Flow *points_to_flow(const PointsTo *t, uint32_t function);
const MemoryAccess *points_to_accesses(const PointsTo *t, size_t *n);
const CallEdge *points_to_calls(const PointsTo *t, size_t *n);
const PointsToObject *points_to_objects(const PointsTo *t, uint32_t *n);

/* Returns the targets of a node as numbers of locations (*n of them), and a location by its
 * number. */
const uint32_t *points_to_set(const PointsTo *t, uint32_t node, uint32_t *n);
Location points_to_location(const PointsTo *t, uint32_t location);
/* Returns a location moved by an offset. */
Location points_to_moved(const PointsTo *t, Location at, int64_t by);
/* Returns the number of a node's set: nodes with equal sets have the same. */
uint32_t points_to_set_number(const PointsTo *t, uint32_t node);
/* Returns per object whether its address may be in memory; the caller frees it. */
bool *points_to_escaped(const PointsTo *t);
/* Whether calls of a library function are taken to return any value and do nothing else. This is
 * the injection of failures, an input for each call. */
bool points_to_is_input(const Function *f);

#endif
