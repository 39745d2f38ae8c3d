/* expect: assertion "" */
/* options: -DWRONG */
#include "input_machine.c"
