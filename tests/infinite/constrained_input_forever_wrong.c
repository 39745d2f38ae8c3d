/* expect: assertion "" */
/* options: -DWRONG */
#include "constrained_input_forever.c"
