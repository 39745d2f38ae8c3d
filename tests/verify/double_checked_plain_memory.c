/* expect: safe */
/* options: -DWRONG --interleave=memory */
#include "double_checked.c"
