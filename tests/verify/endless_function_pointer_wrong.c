/* expect: assertion */
/* options: --interleave=memory --stop-at-first */
/* long: it takes seconds, as endless_counter_wrong does */
#define WRONG
#include "endless_function_pointer.c"
