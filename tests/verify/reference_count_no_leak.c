/* expect: safe */
/* options: --checks=leak */
#include "reference_count.c"
