/*
 * sor.c — successive over-relaxation by two threads: each relaxes the rows of its half of a grid in
 * place and says by a phase counter how many sweeps it has done; before the next sweep it waits for
 * the other one, whose nearest row it reads. The edge of the grid is an input. (Integers in place
 * of reals.)
 *
 * The bug: a thread announces its sweep before it relaxes the last column of its rows (-DFIXED:
 * after that).
 *
 * Known answer: the assertion that the cells of the other half are as old as was announced fails
 * with 3 interferences: the first thread to end a sweep reads the phase and the ages of the first
 * two cells of the nearest row as the other one wrote them, and the age of the last cell as it was
 * at the start. With -DFIXED it cannot fail.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#define ROWS 2 /* of each half */
#define COLUMNS 3
#define SWEEPS 2

/* A cell and the number of sweeps it has been through; columns and rows 0 and the last are the
 * edge. */
static struct {
    atomic_int value, sweeps;
} grid[2 * ROWS + 2][COLUMNS + 2];
static atomic_int phase[2];
static int edge;

static int clip(int value) {
    if (value < 0) return 0;
    return value > 1000 ? 1000 : value;
}

static void relax(int row, int column) {
    int old = atomic_load(&grid[row][column].value);
    int around =
        atomic_load(&grid[row - 1][column].value) + atomic_load(&grid[row + 1][column].value) +
        atomic_load(&grid[row][column - 1].value) + atomic_load(&grid[row][column + 1].value);
    atomic_store(&grid[row][column].value, clip(old + (5 * (around - 4 * old)) / 16));
    atomic_fetch_add(&grid[row][column].sweeps, 1);
}

static void sweep(int half, int from, int to) {
    for (int row = 1 + half * ROWS; row <= (half + 1) * ROWS; row++)
        for (int column = from; column <= to; column++) relax(row, column);
}

static void *relax_half(void *argument) {
    int half = (int)(long)argument, nearest = half ? ROWS : ROWS + 1;
    for (int done = 1; done <= SWEEPS; done++) {
#ifdef FIXED
        sweep(half, 1, COLUMNS);
        atomic_store(&phase[half], done);
#else
        sweep(half, 1, COLUMNS - 1);
        atomic_store(&phase[half], done);
        sweep(half, COLUMNS, COLUMNS);
#endif
        heddle_assume(atomic_load(&phase[!half]) >= done); /* waits */
        for (int column = 1; column <= COLUMNS; column++)
            heddle_assert(atomic_load(&grid[nearest][column].sweeps) >= done);
    }
    return NULL;
}

int main(void) {
    edge = heddle_range(0, 1000, "edge");
    for (int column = 0; column < COLUMNS + 2; column++) atomic_store(&grid[0][column].value, edge);
    pthread_t thread[2];
    for (long half = 0; half < 2; half++)
        pthread_create(&thread[half], NULL, relax_half, (void *)half);
    for (int half = 0; half < 2; half++) pthread_join(thread[half], NULL);
    return 0;
}
