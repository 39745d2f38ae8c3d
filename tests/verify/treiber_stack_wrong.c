/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "treiber_stack.c"
