/* expect: assertion "" */
/* options: -DWRONG */
#include "symbolic_array_sum.c"
