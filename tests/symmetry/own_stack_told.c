/* expect: race */
/* The same on its stack. */
#define BLOCK ((int[64]){0})
#define CHECK(value) (void)(value)
#include "own_block_told.c"
