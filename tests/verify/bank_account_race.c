/* expect: some race "balance" */
/* incomplete: a run ended at an error that is not told */
/* options: -DWRONG --checks=none,race */
#include "bank_account.c"
