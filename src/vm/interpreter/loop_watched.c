/*
 * loop_watched.c — the dispatch loop for debuggers: each instruction is shown before it is
 * executed.
 */
#define LOOP_NAME loop_watched
#define LOOP_LOG 1
#define LOOP_SLOW 1
#define LOOP_WATCHED 1
#include "vm/interpreter/interp.inc"
