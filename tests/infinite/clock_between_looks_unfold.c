/* expect: incomplete */
/* incomplete: until a clock shows a later time */
/* options: --strategy=unfold */
#include "clock_between_looks.c"
