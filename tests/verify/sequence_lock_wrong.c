/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "sequence_lock.c"
