/*
 * loop_logged.c — the dispatch loop: accesses are logged.
 */
#define LOOP_NAME loop_logged
#define LOOP_LOG 1
#define LOOP_SLOW 0
#include "vm/interpreter/interp.inc"
