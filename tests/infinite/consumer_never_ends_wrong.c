/* expect: deadlock "" */
/* options: -DWRONG */
#include "consumer_never_ends.c"
