/* expect: some assertion "" */
/* options: -DWRONG */
#include "peterson_forever.c"
