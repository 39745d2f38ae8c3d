/* expect: memory "" */
/* options: -DWRONG */
#include "local_arrays_loop.c"
