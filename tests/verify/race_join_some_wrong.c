/* expect: race "result" */
/* options: -DWRONG */
#include "race_join_some.c"
