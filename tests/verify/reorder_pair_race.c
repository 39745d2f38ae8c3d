/* expect: some race "" */
/* incomplete: a run ended at an error that is not told */
/* options: -DWRONG --checks=none,race */
#include "reorder_pair.c"
