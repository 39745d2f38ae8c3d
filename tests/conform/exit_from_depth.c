/* exit called deep in a call chain, with output still buffered. */
#include <stdio.h>
#include <stdlib.h>

static void down(int n) {
    char local[32];
    snprintf(local, sizeof local, "level %d", n);
    if (n == 3) {
        printf("leaving at %s", local);
        exit(n + 20);
    }
    printf("%s\n", local);
    down(n + 1);
    printf("not reached\n");
}

int main(void) {
    setvbuf(stdout, NULL, _IOFBF, 1024);
    down(0);
    return 1;
}
