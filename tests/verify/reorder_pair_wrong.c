/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "reorder_pair.c"
