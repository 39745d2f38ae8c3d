/* expect: some memory "" */
/* options: -DWRONG --interleave=memory */
#include "reference_count.c"
