/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "two_stage_locks.c"
