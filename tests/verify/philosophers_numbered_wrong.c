/* expect: deadlock "" */
/* options: -DWRONG */
#include "philosophers_numbered.c"
