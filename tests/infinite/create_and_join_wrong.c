/* expect: some assertion "" */
/* options: -DWRONG */
#include "create_and_join.c"
