/*
 * graph.h — the graph that dependence.c builds, and the memory edges in it (memory_edges.c). Not
 * for others.
 */
#ifndef HEDDLE_IMPACT_GRAPH_H
#define HEDDLE_IMPACT_GRAPH_H

#include "impact/control.h"
#include "impact/dependence.h"
#include "impact/order.h"

#define NO_NODE UINT32_MAX

typedef struct GraphEdge {
    uint32_t from, to;
} GraphEdge;

struct Dependence {
    const Program *program;
    PointsTo *points_to;
    const Instance *instances;
    uint32_t ninstances;
    uint32_t *base;         /* per instance: its first node; see node_of_… in dependence.c */
    uint32_t nnodes;        /* so far */
    uint32_t sync;          /* the node that all synchronisation goes through */
    uint32_t ended, jumped; /* nodes: threads end; longjmp was called */
    VEC(GraphEdge) edges;
    uint32_t *forward_at, *forward, *backward_at, *backward;
    bool *stops;       /* per function: may not return */
    bool *fails;       /* per function: fails whenever it is called */
    bool **failing;    /* per function and block: failure is inevitable */
    Control **control; /* per function that is executed */
    bool **may_stop;   /* per function: blocks that may not be left */
    bool **endless;
};

static inline uint32_t graph_node(Dependence *d) { return d->nnodes++; }
static inline void graph_edge(Dependence *d, uint32_t from, uint32_t to) {
    GraphEdge e = {from, to};
    if (from != NO_NODE && to != NO_NODE && from != to) vec_push(&d->edges, e);
}

/* Adds edges from writes of memory to possible reads of it, and from the synchronisation to
 * accesses of memory that threads share. */
void graph_memory(Dependence *d, const Order *o);

#endif
