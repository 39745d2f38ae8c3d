/* expect: some assertion "" */
/* options: -DWRONG */
#include "work_stealing_queue.c"
