/* expect: some race "value" */
/* options: -DWRONG --checks=none,race */
#include "thread_from_thread.c"
