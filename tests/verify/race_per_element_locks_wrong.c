/* expect: some race "a" */
/* options: -DWRONG */
#include "race_per_element_locks.c"
