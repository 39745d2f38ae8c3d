/* expect: some race "" */
/* options: -DWRONG --checks=none,race */
#include "read_copy_update.c"
