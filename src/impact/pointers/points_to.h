/*
 * points_to.h — what the registers and the memory of a program may point to, in any order of its
 * threads: inclusion-based (Andersen, Program Analysis and Specialization for the C Programming
 * Language, chapter 4), by fields, flow-insensitive over values in static single assignment form.
 * The call graph is found on the way, from the program's start.
 *
 * Small library functions, and small functions that allocate, are looked at for each place that
 * calls them (an instance each), so that a heap block is known by the call of malloc in the
 * program, and a thread by the call that creates it.
 *
 * What is assumed: an address is made of an address. It survives copies in pieces, additions,
 * shifts and bitwise operations, in registers and memory; an address that is computed by
 * multiplications or divisions, by comparing bit by bit, or read back from text, is not known. An
 * access through a pointer with an empty set is taken to be none. A constant address between two
 * globals may be of either.
 */
#ifndef HEDDLE_IMPACT_POINTERS_POINTS_TO_H
#define HEDDLE_IMPACT_POINTERS_POINTS_TO_H

#include "impact/flow.h"

#define ANYWHERE INT32_MIN        /* as an offset: any within the object */
#define ANY_WIDTH UINT32_MAX      /* of an access: from its beginning to the object's end */
#define POINTS_TO_NONE UINT32_MAX /* no instance */

typedef enum ObjectKind {
    OBJECT_FUNCTION, /* `number`: of the function */
    OBJECT_GLOBAL,   /* of the global, a thread-local one too */
    OBJECT_STACK,    /* of a StackObject, in an instance */
    OBJECT_BLOCK,    /* of the instruction that allocates it, on the heap or on the stack, in an
                        instance */
    OBJECT_OUTSIDE   /* what the process is given: arguments, environment */
} ObjectKind;

typedef struct PointsToObject {
    ObjectKind kind;
    uint32_t number, instance;
    uint64_t size; /* bytes; UINT64_MAX: not known */
} PointsToObject;

/* A function in the context of the call `call` of instance `parent`, or (POINTS_TO_NONE) in all
 * others. */
typedef struct Instance {
    uint32_t function, parent, call, depth;
    uint32_t values; /* the node of its value 0 */
} Instance;

typedef struct Location {
    uint32_t object;
    int32_t offset; /* ANYWHERE */
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

/* Looks at the whole program; the caller frees with points_to_free. NULL where it was given up. */
PointsTo *points_to_of(const Program *p, const Stop *stop);
void points_to_free(PointsTo *t);

/* All instances that may be executed; the accesses and calls in them. All belong to `t`. */
const Instance *points_to_instances(const PointsTo *t, uint32_t *n);
const Flow *points_to_flow(const PointsTo *t, uint32_t function);
const MemoryAccess *points_to_accesses(const PointsTo *t, size_t *n);
const CallEdge *points_to_calls(const PointsTo *t, size_t *n);
const PointsToObject *points_to_objects(const PointsTo *t, uint32_t *n);

/* What a node points to: numbers of locations, in *n; and a location by its number. */
const uint32_t *points_to_set(const PointsTo *t, uint32_t node, uint32_t *n);
Location points_to_location(const PointsTo *t, uint32_t location);
/* A location moved by an offset. */
Location points_to_moved(const PointsTo *t, Location at, int64_t by);
/* The number of a node's set: nodes with equal sets have the same. */
uint32_t points_to_set_number(const PointsTo *t, uint32_t node);
/* Per object, whether its address may be in memory; the caller frees. */
bool *points_to_escaped(const PointsTo *t);
/* Library functions whose calls are taken to give any answer and to do nothing else: the injection
 * of failures, which is an input for each call. */
bool points_to_is_input(const Function *f);

#endif
