/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "lazy.c"
