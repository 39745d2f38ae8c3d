/* expect: some race "data" */
/* options: -DWRONG */
#include "race_function_pointer_lock.c"
