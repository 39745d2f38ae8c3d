/* expect: race "data" */
/* options: -DWRONG */
#include "race_after_condition.c"
