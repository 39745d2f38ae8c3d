/* expect: some assertion "" */
/* options: -DWRONG */
#include "fair_ticket_lock.c"
