/* expect: assertion "" */
/* options: -DWRONG --interleave=memory */
#include "bank_account.c"
