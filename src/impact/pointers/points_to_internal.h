/*
 * points_to_internal.h — shared by the solver (points_to.c) and the source of its constraints
 * (constraints.c). Not for others.
 */
#ifndef HEDDLE_IMPACT_POINTERS_POINTS_TO_INTERNAL_H
#define HEDDLE_IMPACT_POINTERS_POINTS_TO_INTERNAL_H

#include "base/tables/hash_set.h"
#include "base/tables/index.h"
#include "impact/pointers/number_set.h"
#include "impact/pointers/points_to.h"

/* A set of the result. */
typedef struct NumberList {
    uint32_t *items, len;
} NumberList;

typedef struct SetEdge {
    uint32_t to;
    int32_t by; /* bytes, or ANYWHERE */
} SetEdge;

typedef enum ConstraintKind { CONSTRAINT_LOAD, CONSTRAINT_STORE, CONSTRAINT_CALL } ConstraintKind;

/* A constraint on the targets of a node: they are read into or written from node `other`, or called
 * by an instruction. */
typedef struct Constraint {
    ConstraintKind kind;
    int32_t offset;
    uint32_t width, other; /* CONSTRAINT_CALL: the instance, and the instruction */
} Constraint;

typedef struct PointsToNode {
    uint32_t standing;       /* itself, or the node it was merged with */
    NumberSet any, any_done; /* objects that it points into, at any offset; those passed on */
    NumberSet set, set_done; /* locations with an offset */
    uint32_t told;           /* the number of the whole set, once all are known */
    VEC(SetEdge) edges;
    VEC(Constraint) constraints;
    /* Nodes that loads read and stores write through where the offset is any, each kind of
     * constraint one: there are so many targets and constraints that edges between each two of them
     * would be millions. POINTS_TO_NONE: not needed yet. */
    uint32_t loaded, stored;
    uint32_t rank;        /* nodes that it is passed on to have lower ranks, as far as known */
    bool queued, blurred; /* blurred: offsets are not distinguished */
} PointsToNode;

/* The contents of an object at an offset, or a view of what may be read there. */
typedef struct Part {
    int32_t offset;
    uint32_t width, node;
} Part;

typedef struct ObjectParts {
    VEC(Part) contents, views;
    uint32_t noffsets;
    uint32_t anywhere; /* its location with offset ANYWHERE */
} ObjectParts;

struct PointsTo {
    const Program *program;
    Flow **flows;     /* per function, once analysed */
    uint32_t *shared; /* per function: its instance for all callers, or POINTS_TO_NONE */
    VEC(Instance) instances;
    Index clones;
    uint32_t looked_at; /* number of instances whose code gave its constraints */
    uint64_t cloned;    /* instructions in instances for one caller */
    VEC(PointsToNode) nodes;
    VEC(PointsToObject) objects;
    VEC(ObjectParts) parts; /* per object */
    Index object_index;
    VEC(Location) locations;
    Index location_index;
    HashSet edges; /* all edges */
    size_t nedges, merged_at;
    VEC(uint32_t) queue;
    uint32_t ranks;
    uint32_t large; /* stands for nodes that point to very many objects; POINTS_TO_NONE: none yet */
    VEC(MemoryAccess) accesses;
    VEC(CallEdge) calls;
    HashSet call_set;
    VEC(NumberList) told;
    Index told_index;
    Index constants; /* nodes of constant addresses, by `constant` */
    VEC(Part) constant;
    /* Called for a global variable that becomes an object, and for a function that a call turns out
     * to reach: they have constraints of their own (constraints.c). */
    void (*global_found)(PointsTo *t, uint32_t object);
    void (*call_found)(PointsTo *t, uint32_t instance, uint32_t insn, uint32_t function);
};

/* --- points_to_nodes.c
 * ------------------------------------------------------------------------------ */

uint32_t node_new(PointsTo *t, uint32_t n); /* returns the first of n nodes */
uint32_t node_standing(const PointsTo *t, uint32_t node);
uint32_t object_of(PointsTo *t, ObjectKind kind, uint32_t number, uint32_t instance, uint64_t size);
uint32_t location_of(PointsTo *t, uint32_t object, int64_t offset);
void node_point(PointsTo *t, uint32_t node, uint32_t location);
void node_edge(PointsTo *t, uint32_t from, uint32_t to, int32_t by);
void node_constrain(PointsTo *t, uint32_t node, Constraint c);
uint32_t location_moved(PointsTo *t, uint32_t location, int32_t by);
void node_enqueue(PointsTo *t, uint32_t node);
/* Makes the node point to all of these objects and locations, moved by `by`. */
void node_point_to_all(PointsTo *t, uint32_t node, const NumberSet *any, const NumberSet *set,
                       int32_t by);
/* Applies the constraints of a node to more of its targets. */
void node_apply_to_all(PointsTo *t, uint32_t node, const NumberSet *any, const NumberSet *set);
/* Lets `into` have the constraints of `from` and what they are joined by. */
void node_take_constraints(PointsTo *t, uint32_t into, const PointsToNode *from);
bool cells_overlap(int32_t content, int32_t view, uint32_t width);
/* Returns the node of an object's contents at an offset, and of a view of what may be read
 * there. */
uint32_t node_of_content(PointsTo *t, uint32_t object, int32_t offset);
uint32_t node_of_view(PointsTo *t, uint32_t object, int32_t offset, uint32_t width);

/* --- constraints.c ---------------------------------------------------------------------------- */

/* Adds the constraints of instances that were not yet analysed. */
void constrain_instances(PointsTo *t);
/* Adds the constraints of a call of the function by this instruction. */
void constrain_call(PointsTo *t, uint32_t instance, uint32_t insn, uint32_t function);
/* Adds the constraints of a global's initial contents. */
void constrain_initial(PointsTo *t, uint32_t object);
uint32_t instance_shared(PointsTo *t, uint32_t function);

#endif
