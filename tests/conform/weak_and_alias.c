/* Weak definitions, weak references that stay undefined, and aliases. */
#include <stdio.h>

extern int nowhere(void) __attribute__((weak));
extern int missing __attribute__((weak));
__attribute__((weak)) int fallback(void) { return 7; }
static int real(int x) { return x * 11; }
int other(int) __attribute__((alias("real")));
int counter = 5;
extern int mirror __attribute__((alias("counter")));

int main(void) {
    printf("%d %d %d\n", nowhere == NULL, &missing == NULL, fallback());
    mirror += 10;
    printf("%d %d %d\n", counter, other(3), other == real);
    return nowhere ? nowhere() : fallback();
}
