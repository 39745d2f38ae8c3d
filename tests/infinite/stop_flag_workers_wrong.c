/* expect: some memory "" */
/* options: -DWRONG --interleave=memory */
#include "stop_flag_workers.c"
