/* expect: assertion "x == 3" */
/* options: --alternatives=optimal --interleave=memory */
#include "three_try_one_lock.c"
