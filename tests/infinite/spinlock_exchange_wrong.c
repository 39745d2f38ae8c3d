/* expect: some assertion "" */
/* options: -DWRONG -DTHREADS=2 --interleave=memory */
#include "spinlock_exchange.c"
