/* expect: some race "" */
/* options: --checks=none,race */
#include "spin_on_plain_flag.c"
