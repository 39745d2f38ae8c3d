/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "device_driver.c"
