/* expect: assertion ""; memory "" */
/* options: --interleave=memory -DWRONG */
#include "sigma.c"
