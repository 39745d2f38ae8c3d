/* expect: race "data race" */
/* options: -DOVERLAP=1 */
#include "memset_halves.c"
