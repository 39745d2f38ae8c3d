/* alloca in loops: every block lives until the function returns, in chains, with recursion and beside arrays. */
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node { struct node *next; int value; char text[]; };

static int chain(int n) {
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        size_t length = (size_t)(i % 4 + 1);
        struct node *p = alloca(sizeof *p + length + 1);
        p->next = head;
        p->value = i * i;
        memset(p->text, 'a' + i % 26, length);
        p->text[length] = 0;
        head = p;
    }
    int sum = 0;
    for (struct node *p = head; p; p = p->next) {
        sum += p->value + (int)strlen(p->text);
        if (p->value % 5 == 0) printf("%s ", p->text);
    }
    puts("");
    return sum;
}
static int depth(int n, const char *outer) {
    char *mine = alloca((size_t)n + 2);
    snprintf(mine, (size_t)n + 2, "%s%d", outer, n % 10);
    int below = n ? depth(n - 1, n % 2 ? mine : "x") : 0;
    return below + (int)strlen(mine);
}

int main(void) {
    printf("%d %d\n", chain(0), 0);
    printf("%d\n", chain(12));
    printf("%d\n", depth(9, ""));
    long *p = alloca(3 * sizeof *p), *q = alloca(3 * sizeof *q);
    for (int i = 0; i < 3; i++) p[i] = i, q[i] = -i;
    printf("%ld %ld %d\n", p[2], q[2], p != q);
    return depth(5, "");
}
