/* Function pointers: tables, callbacks, returned functions, comparison. */
#include <stdio.h>

typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static binary choose(char c) { return c == '+' ? add : c == '-' ? sub : c == '*' ? mul : 0; }
static int fold(const int *v, int n, int start, int (*f)(int, int)) {
    for (int i = 0; i < n; i++) start = f(start, v[i]);
    return start;
}
static int (*(*factory)(char))(int, int) = choose;

int main(void) {
    const char *ops = "+-*/";
    int v[] = {1, 2, 3, 4, 5};
    for (; *ops; ops++) {
        binary f = factory(*ops);
        if (f)
            printf("%c: %d %d\n", *ops, f(7, 3), fold(v, 5, 10, f));
        else
            printf("%c: none\n", *ops);
    }
    binary table[] = {add, sub, mul};
    printf("%d %d\n", table[0] == choose('+'), table[1] == table[2]);
    printf("%d %d\n", (*add)(1, 2), (**&mul)(3, 4));
    return (&add)(20, 22);
}
