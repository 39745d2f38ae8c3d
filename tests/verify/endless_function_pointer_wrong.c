/* expect: assertion */
/* options: --interleave=memory --stop-at-first */
#define WRONG
#include "endless_function_pointer.c"
