/* Mutual recursion: a descent parser of boolean formulas, sequences defined by each other, and ten thousand deep. */
#include <stdio.h>

static const char *at;
static int either(void);
static int unit(void) {
    if (*at == '!') return at++, !unit();
    if (*at == '(') {
        at++;
        int v = either();
        at++;
        return v;
    }
    return *at++ == '1';
}
static int both(void) {
    int v = unit();
    while (*at == '&') at++, v = unit() & v;
    return v;
}
static int either(void) {
    int v = both();
    while (*at == '|') at++, v = both() | v;
    return v;
}
static int female(int n);
static int male(int n) { return n ? n - female(male(n - 1)) : 0; }
static int female(int n) { return n ? n - male(female(n - 1)) : 1; }
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 || odd(n - 1); }
static int odd(unsigned n) { return n != 0 && even(n - 1); }
static unsigned fold(unsigned n, unsigned acc) { return n ? fold(n - 1, acc * 31 + n) : acc; }

int main(void) {
    const char *formulas[] = {"1&0|1", "!(1|0)&1", "!!1", "(0|(1&(!0)))&1", "0|0|0&1"};
    for (int i = 0; i < 5; i++) {
        at = formulas[i];
        int v = either();
        printf("%s=%d%s ", formulas[i], v, *at ? "?" : "");
    }
    puts("");
    for (int i = 0; i < 15; i++) printf("%d/%d ", male(i), female(i));
    printf("\n%d %d\n", even(10000), odd(10000));
    printf("%u\n", fold(10000, 7));
    return male(20);
}
