/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "read_write_lock_by_hand.c"
