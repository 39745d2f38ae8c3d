/* expect: some assertion "" */
/* options: -DWRONG */
#include "count_down.c"
