/* expect: deadlock "" */
/* options: -DWRONG */
#include "barrier_by_hand.c"
