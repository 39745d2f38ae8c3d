/* expect: assertion "" */
/* options: -DWRONG */
#include "input_machine_threads.c"
