/* expect: safe */
/* options: --checks=leak --interleave=memory */
#include "queue_two_locks.c"
