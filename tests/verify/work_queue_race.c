/* expect: some race "" */
/* incomplete: a run ended at an error that is not told */
/* options: -DWRONG --checks=none,race -DJOBS=2 */
#include "work_queue.c"
