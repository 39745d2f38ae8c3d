/* expect: deadlock */
/* options: --stop-at-first */
#define WRONG
#include "endless_mutexes.c"
