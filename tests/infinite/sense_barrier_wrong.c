/* expect: assertion "" */
/* options: -DWRONG */
#include "sense_barrier.c"
