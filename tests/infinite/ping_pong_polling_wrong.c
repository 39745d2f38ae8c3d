/* expect: assertion "" */
/* options: -DWRONG */
#include "ping_pong_polling.c"
