/* expect: assertion "" */
/* options: -DWRONG */
#include "readers_and_writer_forever.c"
