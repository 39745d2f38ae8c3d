/* expect: assertion ""; hang "waits in a loop for ever" */
/* options: -DWRONG */
#include "szymanski_atomic.c"
