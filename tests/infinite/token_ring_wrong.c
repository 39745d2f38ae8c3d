/* expect: deadlock "" */
/* options: -DWRONG */
#include "token_ring.c"
