/* expect: some race "counter" */
/* options: --checks=none,race -DWRONG */
#include "shared_counter.c"
