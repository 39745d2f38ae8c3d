/* expect: some assertion "" */
/* options: -DWRONG --interleave=memory */
#include "filter_lock_three.c"
