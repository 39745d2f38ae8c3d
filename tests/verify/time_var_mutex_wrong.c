/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "time_var_mutex.c"
