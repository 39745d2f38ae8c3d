/* expect: assertion "" */
/* options: -DWRONG */
#include "peterson_atomic.c"
