/* expect: some race "counter" */
/* incomplete: a run ended at an error that is not told */
/* options: --checks=none,race -DWRONG */
#include "shared_counter.c"
