/* expect: some assertion "" */
/* options: --interleave=memory */
/* The same with an assertion, where accesses are events. */
#define BLOCK calloc(64, sizeof(int))
#define CHECK(value) heddle_assert(value)
#include "own_block_told.c"
