/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "stateful_two.c"
