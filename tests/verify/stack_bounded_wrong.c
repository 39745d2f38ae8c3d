/* expect: assertion "" */
/* options: --interleave=memory -DWRONG */
#include "stack_bounded.c"
