/* expect: safe */
#include <stdlib.h>
int main(void) { return calloc((size_t)1 << 33, (size_t)1 << 33) == NULL ? 0 : 1; }
