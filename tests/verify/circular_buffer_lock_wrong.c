/* expect: some memory "buffer" */
/* options: -DWRONG --interleave=memory --checks=none,memory */
#include "circular_buffer_lock.c"
