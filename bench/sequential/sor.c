/*
 * sor.c — red-black over-relaxation by two threads: each sweeps over the rows of its half of a grid
 * in place, first over the red cells and then over the black ones, says by a counter how many
 * sweeps it has done, and waits for the other one before the next sweep, which needs the nearest
 * row of the other half. The edge of the grid is an input. (Integers in place of reals. Accesses to
 * what both use are atomic.)
 *
 * The bug, put in: a thread says that its sweep is done after the red cells (-DFIXED: after the
 * black ones).
 *
 * Known answer: one assertion fails, in either thread (the cells of the nearest row are as old as
 * was said), with 2 reads of what the other thread wrote: the counter, and the age of the first
 * cell of that row, a red one; the age of the next one, a black one, is read as it was at the
 * start. What each thread reads of the other's cells before is from the start, too.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#define ROWS 2 /* of each half */
#define COLUMNS 4
#define SWEEPS 2
#define EDGE 1000 /* the highest value there */

enum Colour { RED, BLACK };

/* A cell and the number of sweeps it has been through; columns and rows 0 and the last are the
 * edge. */
typedef struct Cell {
    atomic_int value, age;
} Cell;

static Cell grid[2 * ROWS + 2][COLUMNS + 2];
static atomic_int swept[2];

static int first_row(int half) { return 1 + half * ROWS; }
static int nearest_row(int half) { return half ? ROWS : ROWS + 1; } /* of the other half */
static int read(int row, int column) { return atomic_load(&grid[row][column].value); }

/* Cells of the nearest rows that are side by side have different colours; the first ones are
 * red. */
static enum Colour colour(int row, int column) {
    return (column + (row == ROWS || row == ROWS + 1 ? 1 : row)) % 2 ? BLACK : RED;
}

static int between(int low, int value, int high) {
    return value < low ? low : value > high ? high : value;
}

static void relax(int row, int column) {
    int old = read(row, column);
    int around = read(row - 1, column) + read(row + 1, column) + read(row, column - 1) +
                 read(row, column + 1);
    Cell *cell = &grid[row][column];
    atomic_store(&cell->value, between(0, old + (5 * (around - 4 * old)) / 16, EDGE));
    atomic_store(&cell->age, atomic_load(&cell->age) + 1);
}

static void sweep(int half, enum Colour which) {
    for (int row = first_row(half); row < first_row(half) + ROWS; row++)
        for (int column = 1; column <= COLUMNS; column++)
            if (colour(row, column) == which) relax(row, column);
}

/* The nearest row of the other half is at least as old as that. */
static void check(int half, int age) {
    for (int column = 1; column <= COLUMNS; column++)
        heddle_assert(atomic_load(&grid[nearest_row(half)][column].age) >= age);
}

static void *relax_half(void *argument) {
    int half = (int)(long)argument;
    for (int done = 1; done <= SWEEPS; done++) {
        sweep(half, RED);
#ifndef FIXED
        atomic_store(&swept[half], done);
#endif
        sweep(half, BLACK);
#ifdef FIXED
        atomic_store(&swept[half], done);
#endif
        heddle_assume(atomic_load(&swept[!half]) >= done); /* waits */
        check(half, done);
    }
    return NULL;
}

int main(void) {
    int edge = heddle_range(0, EDGE, "edge");
    for (int column = 0; column < COLUMNS + 2; column++) atomic_store(&grid[0][column].value, edge);
    pthread_t thread[2];
    for (long half = 0; half < 2; half++)
        pthread_create(&thread[half], NULL, relax_half, (void *)half);
    for (int half = 0; half < 2; half++) pthread_join(thread[half], NULL);
    return 0;
}
