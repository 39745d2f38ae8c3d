/* expect: some race "" */
/* options: --checks=none,race */
#include "sequence_lock.c"
