/* expect: some race "value" */
/* incomplete: a run ended at an error that is not told */
/* options: -DWRONG --checks=none,race */
#include "poll_under_lock.c"
