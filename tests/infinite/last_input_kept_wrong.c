/* expect: assertion "" */
/* options: -DWRONG */
#include "last_input_kept.c"
