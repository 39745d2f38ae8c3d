/* Conway's game of life on a torus. */
#include <stdio.h>
#include <string.h>

enum { W = 16, H = 10 };
static char g[H][W + 1];

int main(void) {
    memset(g, '.', sizeof g);
    for (int y = 0; y < H; y++) g[y][W] = 0;
    const int glider[][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}, {8, 5}, {9, 5}, {10, 5}};
    for (unsigned i = 0; i < sizeof glider / sizeof *glider; i++) g[glider[i][1]][glider[i][0]] = '#';
    for (int t = 0; t < 12; t++) {
        char n[H][W + 1];
        memcpy(n, g, sizeof g);
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                int c = 0;
                for (int d = 0; d < 9; d++) if (d != 4) c += g[(y + d / 3 + H - 1) % H][(x + d % 3 + W - 1) % W] == '#';
                n[y][x] = c == 3 || (c == 2 && g[y][x] == '#') ? '#' : '.';
            }
        memcpy(g, n, sizeof g);
    }
    int alive = 0;
    for (int y = 0; y < H; y++) { puts(g[y]); for (int x = 0; x < W; x++) alive += g[y][x] == '#'; }
    return alive;
}
