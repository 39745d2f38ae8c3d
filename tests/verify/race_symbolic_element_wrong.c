/* expect: race "a" */
/* options: -DWRONG */
#include "race_symbolic_element.c"
