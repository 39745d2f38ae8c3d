/* expect: some race "inside" */
/* options: -DWRONG -DTHREADS=2 --checks=none,race */
#include "spinlock_exchange.c"
