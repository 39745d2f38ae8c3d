/* expect: assertion "" */
/* options: --interleave=memory -DWRONG */
#include "queue_order.c"
