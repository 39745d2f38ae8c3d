/* alloca: blocks live until the function returns, in loops too. */
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node { struct node *next; int v; };

static int list(int n) {
    struct node *head = 0;
    for (int i = 0; i < n; i++) {
        struct node *x = alloca(sizeof *x);
        x->v = i * i;
        x->next = head;
        head = x;
    }
    int sum = 0;
    for (struct node *p = head; p; p = p->next) sum += p->v;
    return sum;
}

static size_t twice(const char *s) {
    size_t n = strlen(s);
    char *b = __builtin_alloca(2 * n + 1);
    memcpy(b, s, n);
    memcpy(b + n, s, n + 1);
    printf("%s\n", b);
    return strlen(b);
}

int main(void) {
    printf("%d %d %d\n", list(0), list(5), list(100));
    printf("%zu\n", twice("abc") + twice("") + twice("hello"));
    return list(3);
}
