/* expect: assertion "x == 3" */
/* options: --alternatives=1 --cutoffs=off */
#include "three_try_one_lock.c"
