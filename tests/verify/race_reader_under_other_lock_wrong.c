/* expect: race "data" */
/* options: -DWRONG */
#include "race_reader_under_other_lock.c"
