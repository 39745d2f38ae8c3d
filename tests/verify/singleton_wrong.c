/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "singleton.c"
