/* expect: some race "" */
/* options: -DWRONG */
#include "race_escape_through_heap.c"
