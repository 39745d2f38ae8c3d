/* expect: safe */
/* options: --interleave=memory */
#include "device_driver.c"
