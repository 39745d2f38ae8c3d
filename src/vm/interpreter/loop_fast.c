/*
 * loop_fast.c — the dispatch loop: one thread, no expressions.
 */
#define LOOP_NAME loop_fast
#define LOOP_LOG 0
#define LOOP_SLOW 0
#include "vm/interpreter/interp.inc"
