/* expect: some race "value" */
/* options: -DWRONG --checks=none,race */
#include "poll_under_lock.c"
