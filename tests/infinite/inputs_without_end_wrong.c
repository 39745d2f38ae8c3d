/* expect: assertion "" */
/* options: -DWRONG */
#include "inputs_without_end.c"
