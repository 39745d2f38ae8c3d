/* expect: some race "" */
/* options: --checks=none,race */
#include "peterson_plain.c"
