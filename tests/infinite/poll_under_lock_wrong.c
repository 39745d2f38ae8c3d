/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "poll_under_lock.c"
