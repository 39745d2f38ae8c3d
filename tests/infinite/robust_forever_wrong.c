/* expect: assertion "" */
/* options: -DWRONG */
#include "robust_forever.c"
