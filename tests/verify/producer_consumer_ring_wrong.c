/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "producer_consumer_ring.c"
