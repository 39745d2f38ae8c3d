/* expect: safe */
#include "bank_account.c"
