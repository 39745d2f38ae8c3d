/* expect: some race "flag" */
/* options: --checks=none,race */
#include "toggle_forever.c"
