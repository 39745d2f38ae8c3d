/* maze.c — a walk through a maze of 7 x 11 fields, one symbolic byte a step. Whoever bumps into a
 * wall, comes back to a field or says something else loses. The bug (an assertion) is at the field
 * marked #. */
#include <heddle/heddle.h>

#define STEPS 28

/* clang-format off */
static char maze[7][12] = {
    "+-+---+---+",
    "| |     |#|",
    "| | --+ | |",
    "|       | |",
    "| +-- | | |",
    "|         |",
    "+-----+---+",
};
/* clang-format on */

int main(void) {
    char step[STEPS];
    int x = 1, y = 1;
    heddle_symbolic(step, sizeof step, "step");
    for (int i = 0; i < STEPS; i++) {
        maze[y][x] = '.';
        if (step[i] == 'n')
            y--;
        else if (step[i] == 's')
            y++;
        else if (step[i] == 'w')
            x--;
        else if (step[i] == 'e')
            x++;
        else
            return 1;
        heddle_assert(maze[y][x] != '#');
        if (maze[y][x] != ' ') return 1;
    }
    return 0;
}
