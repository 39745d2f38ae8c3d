/* Shadowing, block-scope statics and externs, tentative definitions, name spaces. */
#include <stdio.h>

int shared;
int shared;
static int hidden = 1;
struct x { int x; };
static int x(struct x x) { return x.x; }
static int next(void) { static int n = 10; static int *p = &n; return (*p)++; }

int main(void) {
    int hidden = 5;
    {
        int hidden = 50;
        { extern int shared; shared += hidden; }
        hidden++;
    }
    shared += hidden;
    struct x hidden_struct = {7};
    for (int i = 0; i < 2; i++) { int i = 100; shared += i; }
    printf("%d %d %d\n", shared, x(hidden_struct), next() + 0);
    printf("%d\n", next());
    enum { x = 3 };
    goto x;
x:
    printf("%d\n", x);
    return hidden;
}
