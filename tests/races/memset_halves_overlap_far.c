/* expect: race "data race" */
/* options: -DOVERLAP=30 */
#include "memset_halves.c"
