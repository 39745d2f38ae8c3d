/* Compound literals: addressable, modifiable, in loops, as arguments. */
#include <stdio.h>

struct v { int a, b; };
static int sum(const int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
static struct v *swap(struct v *p) { int t = p->a; p->a = p->b; p->b = t; return p; }
static int *const fixed = (int[]){10, 20, 30};

int main(void) {
    printf("%d\n", sum((int[]){1, 2, 3, 4}, 4));
    struct v *p = &(struct v){.a = 5, .b = 6};
    swap(p);
    printf("%d %d %d\n", p->a, p->b, swap(&(struct v){1, 2})->a);
    for (int i = 0; i < 3; i++) {
        int *q = (int[2]){i, i * i};
        q[0]++;
        printf("%d %d ", q[0], q[1]);
    }
    fixed[1]++;
    printf("\n%d %zu\n", fixed[1] + fixed[2], sizeof(char[]){"seven!"});
    char *s = (char[]){"hello"};
    s[0] = 'J';
    printf("%s\n", s);
    return ((struct v){7, 8}).b;
}
