/* expect: some race "shared" */
/* options: -DWRONG */
#include "race_conditional_lock.c"
