/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "once_by_hand.c"
