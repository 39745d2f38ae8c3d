/* expect: some race "pair" */
/* options: -DWRONG */
#include "race_struct_by_field.c"
