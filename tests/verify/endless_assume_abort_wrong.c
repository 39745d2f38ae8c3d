/* expect: assertion */
/* options: --interleave=memory --checks=no-abort --stop-at-first */
#define WRONG
#include "endless_assume_abort.c"
