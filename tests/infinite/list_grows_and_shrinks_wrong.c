/* expect: some memory "use after free" */
/* options: -DWRONG */
#include "list_grows_and_shrinks.c"
