/* expect: some race "a" */
/* options: -DWRONG */
#include "race_array_thirds.c"
