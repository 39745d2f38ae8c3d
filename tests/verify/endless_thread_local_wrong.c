/* expect: assertion */
/* options: --checks=no-race --stop-at-first */
/* long: it takes seconds, as endless_counter_wrong does */
#define WRONG
#include "endless_thread_local.c"
