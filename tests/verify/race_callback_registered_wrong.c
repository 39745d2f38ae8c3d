/* expect: some race "data" */
/* options: -DWRONG */
#include "race_callback_registered.c"
