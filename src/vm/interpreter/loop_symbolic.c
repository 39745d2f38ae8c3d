/*
 * loop_symbolic.c — the dispatch loop: operands may be expressions.
 */
#define LOOP_NAME loop_symbolic
#define LOOP_LOG 1
#define LOOP_SLOW 1
#include "vm/interpreter/interp.inc"
