/* expect: deadlock */
/* options: --stop-at-first */
/* long: it takes seconds, as endless_counter_wrong does */
#define WRONG
#include "endless_mutexes.c"
