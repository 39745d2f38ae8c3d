/* expect: some assertion "" */
/* options: -DWRONG -DTHREADS=2 --interleave=memory */
#include "ticket_lock.c"
