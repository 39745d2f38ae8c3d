/* expect: some assertion "" */
/* options: -DWRONG */
#include "token_ring_atomic.c"
