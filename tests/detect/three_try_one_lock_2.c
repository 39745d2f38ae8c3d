/* expect: assertion "x == 3" */
/* options: --alternatives=2 --search=bfs --jobs=2 */
#include "three_try_one_lock.c"
