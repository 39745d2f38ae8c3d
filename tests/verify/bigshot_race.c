/* expect: some race "v" */
/* incomplete: a run ended at an error that is not told */
/* options: -DWRONG --checks=none,race */
#include "bigshot.c"
