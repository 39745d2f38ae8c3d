/* Stackless coroutines by a switch on the line number. */
#include <stdio.h>

struct gen { int line, i, j, v; };
#define BEGIN(g) switch ((g)->line) { case 0:
#define YIELD(g, x) do { (g)->line = __LINE__; (g)->v = (x); return 1; case __LINE__:; } while (0)
#define FINISH } return 0

static int squares(struct gen *g) { BEGIN(g) for (g->i = 1; g->i < 6; g->i++) YIELD(g, g->i * g->i); FINISH; }
static int pairs(struct gen *g) {
    BEGIN(g)
    for (g->i = 0; g->i < 3; g->i++)
        for (g->j = 0; g->j <= g->i; g->j++) {
            if ((g->i + g->j) % 2) YIELD(g, g->i * 10 + g->j);
            else {
                YIELD(g, -1);
                YIELD(g, -2);
            }
        }
    FINISH;
}

int main(void) {
    struct gen a = {0}, b = {0};
    int more_a = 1, more_b = 1, n = 0;
    while (more_a || more_b) {
        if (more_a && (more_a = squares(&a))) printf("a%d ", a.v), n++;
        if (more_b && (more_b = pairs(&b))) printf("b%d ", b.v), n++;
    }
    printf("\n");
    return n;
}
