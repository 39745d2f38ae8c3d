/* table6.c — table.c with six writes. */
#define WRITES 6
#include "table.c"
