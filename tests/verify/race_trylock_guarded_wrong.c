/* expect: some race "data" */
/* options: -DWRONG */
#include "race_trylock_guarded.c"
