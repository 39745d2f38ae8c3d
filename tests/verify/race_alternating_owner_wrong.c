/* expect: some race "buffer" */
/* options: -DWRONG */
#include "race_alternating_owner.c"
