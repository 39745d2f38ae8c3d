/* What stdout holds can be read in the memory that the program gave it as a buffer. */
/* expect: assertion @a; assertion @b */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char buffer[64];

static void *print(void *p) {
    putchar('a');
    return p;
}

int main(void) {
    pthread_t t;
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    pthread_create(&t, 0, print, 0);
    putchar('b');
    pthread_join(t, 0);
    char *a = memchr(buffer, 'a', sizeof buffer), *b = memchr(buffer, 'b', sizeof buffer);
    assert(a > b); /*a*/
    assert(a < b); /*b*/
    return 0;
}
