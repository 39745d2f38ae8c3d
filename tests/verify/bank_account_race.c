/* expect: some race "balance" */
/* options: -DWRONG --checks=none,race */
#include "bank_account.c"
