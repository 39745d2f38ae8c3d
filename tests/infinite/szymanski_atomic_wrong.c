/* expect: assertion "" */
/* options: -DWRONG */
#include "szymanski_atomic.c"
