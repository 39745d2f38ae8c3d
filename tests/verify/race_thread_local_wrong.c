/* expect: some race "own" */
/* options: -DWRONG */
#include "race_thread_local.c"
