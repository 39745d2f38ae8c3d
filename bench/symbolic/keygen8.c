/* keygen8.c — keygen.c with eight levels. */
#define LEVELS 8
#include "keygen.c"
