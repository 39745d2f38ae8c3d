/* expect: memory @a "out of bounds" */
#include <heddle/heddle.h>
static int grid[3][4];
int main(void) {
    int x = heddle_int("x"), y = heddle_int("y");
    heddle_assume(x >= 0 && x < 4 && y >= 0 && y <= 3);
    grid[y][x] = 1; /*a*/
    return 0;
}
