/* Escape times of the Mandelbrot set in float and in double. */
#include <stdio.h>

static int escape(double cr, double ci) { double r = 0, i = 0; int n = 0; while (n < 60 && r * r + i * i < 4) { double t = r * r - i * i + cr; i = 2 * r * i + ci; r = t; n++; } return n; }
static int escapef(float cr, float ci) { float r = 0, i = 0; int n = 0; while (n < 60 && r * r + i * i < 4) { float t = r * r - i * i + cr; i = 2 * r * i + ci; r = t; n++; } return n; }

int main(void) {
    int differ = 0;
    for (int y = -6; y <= 6; y++) {
        for (int x = -20; x <= 8; x++) {
            int n = escape(x / 10.0, y / 6.0);
            putchar(" .:-=+*#%@"[n * 9 / 60]);
            differ += n != escapef((float)x / 10, (float)y / 6);
        }
        putchar('\n');
    }
    printf("%d\n", differ < 60);
    return 0;
}
