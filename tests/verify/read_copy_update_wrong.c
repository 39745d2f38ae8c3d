/* expect: some memory "" */
/* options: -DWRONG --interleave=memory */
#include "read_copy_update.c"
