/* expect: memory @a "1 byte before a heap block of 16 bytes" */
/* What lies before the block is no business of the program's, and has ended. */
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>
int main(void) {
    int e = eventfd(0, 0), f = eventfd(0, 0);
    char *p = malloc(16);
    close(e);
    close(f);
    p[-1] = 1; /*a*/
    return 0;
}
