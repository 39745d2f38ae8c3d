/* expect: some assertion "" */
/* options: -DWRONG */
#include "semaphore_by_hand.c"
