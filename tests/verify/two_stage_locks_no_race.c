/* expect: safe */
#include "two_stage_locks.c"
