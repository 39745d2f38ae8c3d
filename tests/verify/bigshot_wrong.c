/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "bigshot.c"
