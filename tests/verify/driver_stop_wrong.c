/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "driver_stop.c"
