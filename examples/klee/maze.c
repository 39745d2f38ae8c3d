/*
 * maze.c — a walk through a maze from its upper left corner. Each step is an input of its own, so
 * that a walk that comes to a known place with as many steps need not be explored again. The way out
 * is a failing assertion.
 */
#include <klee/klee.h>
#include <stdio.h>

#ifndef STEPS
#define STEPS 14
#endif

static const char maze[7][10] = {"*********", "*  *   X*", "* ** ** *", "*    *  *",
                                 "**** ** *", "*       *", "*********"};

int main(void) {
    int x = 1, y = 1;
    for (int k = 0; k < STEPS; k++) {
        char step;
        klee_make_symbolic(&step, 1, "step");
        switch (step) {
        case 'w': y--; break;
        case 's': y++; break;
        case 'a': x--; break;
        case 'd': x++; break;
        default: return 1;
        }
        if (maze[y][x] == '*') return 2;
        klee_assert(maze[y][x] != 'X');
    }
    puts("too many steps");
    return 3;
}
