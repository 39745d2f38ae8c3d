/* Floating conversions of printf. */
#include <stdio.h>
#include <math.h>

int main(void) {
    double v[] = {0, 1, -1.5, 3.14159265358979, 1e10, 1e-10, 123456789.125, 5e-324, 1.7976931348623157e308, 0.1};
    for (int i = 0; i < 10; i++) {
        printf("[%f][%.2f][%10.3f][%-12.1f][%+.0f]\n", v[i], v[i], v[i], v[i], v[i]);
        printf("[%e][%.3E][%12.0e]\n", v[i], v[i], v[i]);
        printf("[%g][%.3g][%#g][%G][%.17g]\n", v[i], v[i], v[i], v[i], v[i]);
        printf("[%a][%.2a][%A]\n", v[i], v[i], v[i]);
    }
    printf("[%f][%5.1f][%F][%08.2f][% f]\n", INFINITY, -INFINITY, INFINITY, -3.14159, 2.0);
    printf("[%*.*f][%-*.*e]\n", 10, 2, 2.71828, 12, 1, 31415.9);
    printf("[%.40f]\n", 0.1);
    printf("[%Lf][%Lg][%.3Le]\n", 1.25L, 1e100L, 12345.678L);
    printf("[%.0f][%.0f][%.0f][%.0f]\n", 0.5, 1.5, 2.5, 3.5);
    return 0;
}
