/* libc's generators are deterministic for a given seed. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    srand(1);
    int a = rand(), b = rand();
    srand(1);
    printf("%d %d\n", a == rand() && b == rand(), a != b);
    srand(42);
    for (int i = 0; i < 5; i++) printf("%d ", rand());
    unsigned seed = 7;
    for (int i = 0; i < 3; i++) printf("%d ", rand_r(&seed));
    printf("\n");
    srandom(3);
    for (int i = 0; i < 40; i++) random();
    printf("%ld\n", random());
    srand48(9);
    printf("%.10f ", drand48());
    printf("%ld ", lrand48());
    printf("%ld\n", mrand48());
    unsigned short x[3] = {1, 2, 3};
    printf("%.10f ", erand48(x));
    printf("%u\n", x[0]);
    return 0;
}
