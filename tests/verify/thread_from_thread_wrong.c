/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "thread_from_thread.c"
