/* expect: race */
/* options: --stop-at-first */
#define WRONG
#include "endless_section.c"
