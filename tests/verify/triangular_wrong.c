/* expect: assertion "" */
/* options: --interleave=memory -DWRONG */
#include "triangular.c"
