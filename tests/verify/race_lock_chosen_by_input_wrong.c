/* expect: some race "data" */
/* options: -DWRONG */
#include "race_lock_chosen_by_input.c"
