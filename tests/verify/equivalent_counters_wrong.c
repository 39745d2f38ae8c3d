/* expect: assertion "" */
/* options: -DWRONG */
#include "equivalent_counters.c"
