/* expect: assertion "" */
/* options: -DWRONG */
#include "bakery_atomic.c"
