/* expect: safe */
/* options: --interleave=memory */
#include "barrier_by_hand.c"
