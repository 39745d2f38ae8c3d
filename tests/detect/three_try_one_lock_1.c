/* expect: assertion "x == 3" */
/* options: --alternatives=1 */
#include "three_try_one_lock.c"
