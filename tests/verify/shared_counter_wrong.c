/* expect: assertion "" */
/* options: --interleave=memory -DWRONG */
#include "shared_counter.c"
