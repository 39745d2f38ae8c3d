/* expect: some assertion "" */
/* options: -DWRONG */
#include "cas_retry.c"
