/* expect: uninitialised @a "byte 0"; uninitialised @b "byte 4"; uninitialised @c "leaves"; assertion @d */
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    int *p = malloc(8);
    if (p[0] > 3) /*a*/
        write(1, "big\n", 4);
    else
        write(1, "small\n", 6);
    switch (p[1]) { /*b*/
    case 0: write(1, "zero\n", 5); break;
    default: break;
    }
    char *q = malloc(4);
    q[0] = 'a';
    write(1, q, 1);
    write(1, q + 1, 1); /*c*/
    assert(0);          /*d*/
}
