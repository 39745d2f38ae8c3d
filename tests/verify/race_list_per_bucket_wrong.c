/* expect: some race "table" */
/* options: -DWRONG */
#include "race_list_per_bucket.c"
