/* strtol0.c — strtol.c with the base in the text. */
#define BASE 0
#include "strtol.c"
