/* expect: some race "" */
/* options: --checks=none,race */
#include "lamport_fast_assume.c"
