/* expect: memory "use after free" */
/* options: -DWRONG */
#include "event_loop_heap.c"
