/* expect: assertion */
/* options: --interleave=memory --stop-at-first */
#define WRONG
#include "endless_test_and_set.c"
