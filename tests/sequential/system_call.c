/* k: none */
/* lost: read @here */
#include "pair.h"
#include <heddle/heddle.h>
#include <unistd.h>
static int x, ends[2];
static void *reader(void *unused) {
    char c;
    ssize_t n = read(ends[0], &c, 1); /* here */
    heddle_assert(n != 1 || !x);
    return unused;
}
static void *writer(void *unused) {
    x = 1;
    (void)!write(ends[1], "a", 1);
    return unused;
}
int main(void) {
    if (pipe(ends)) return 1;
    RUN(NULL, reader, writer);
    return 0;
}
