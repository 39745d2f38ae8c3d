/*
 * orders.h — comparisons of terms with each other, as a graph with an edge from the smaller to the
 * larger one. Terms on a circle are equal, so no edge of a circle is strict: that closes the
 * comparisons transitively in linear time. Where nothing else is said of words that are inputs,
 * each is given its place in the order.
 */
#ifndef HEDDLE_SOLVER_RANGES_ORDERS_H
#define HEDDLE_SOLVER_RANGES_ORDERS_H

#include "solver/domains.h"

typedef struct Orders Orders;

Orders *orders_new(void);
void orders_free(Orders *o);

/* Whether the constraints hold together. `read` has the bytes that they read, without repeats. On
 * SAT byte[k] is the value of read.data[k]. UNKNOWN if their order does not tell. */
SolverResult orders_check(Orders *o, ExprList constraints, ExprList read, uint8_t *byte);

#endif
