/* expect: some race "data" */
/* options: -DWRONG */
#include "race_lock_by_pointer.c"
