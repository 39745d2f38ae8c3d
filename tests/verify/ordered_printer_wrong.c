/* expect: deadlock "" */
/* options: -DWRONG */
#include "ordered_printer.c"
