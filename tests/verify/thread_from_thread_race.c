/* expect: some race "value" */
/* incomplete: a run ended at an error that is not told */
/* options: -DWRONG --checks=none,race */
#include "thread_from_thread.c"
