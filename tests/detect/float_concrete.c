/* expect: safe */
/* output: 3.50 1e+10 */
#include <stdio.h>
int main(void) {
    double x = 7;
    printf("%.2f %g\n", x / 2, 1e10);
    return 0;
}
