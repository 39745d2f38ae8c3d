/* expect: some race "v" */
/* options: -DWRONG --checks=none,race */
#include "bigshot.c"
