/* Assertions that hold have no effect; NDEBUG removes their evaluation. */
#include <assert.h>
#include <stdio.h>

static int calls;
static int yes(void) { calls++; return 1; }
static_assert(sizeof(int) == 4, "int has four bytes");

static int with(void) { assert(yes()); assert(1 + 1 == 2); return calls; }
#define NDEBUG
#include <assert.h>
static int without(void) { assert(yes()); assert(0); return calls; }

int main(void) {
    printf("%d\n", with());
    printf("%d\n", without());
    return calls;
}
