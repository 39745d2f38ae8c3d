/* expect: incomplete */
/* incomplete: more address space than its 4096 MiB */
/* That there is no more is no answer of malloc, and what is behind it is not explored. */
#include <stdlib.h>
int main(void) {
    for (int k = 0; k < 5; k++)
        if (!malloc(1ul << 30)) abort();
    abort();
}
