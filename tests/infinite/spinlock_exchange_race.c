/* expect: some race "inside" */
/* incomplete: a run ended at an error that is not told */
/* options: -DWRONG -DTHREADS=2 --checks=none,race */
#include "spinlock_exchange.c"
