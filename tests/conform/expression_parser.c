/* A recursive-descent parser and evaluator with precedence, unary operators and errors. */
#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static const char *p;
static jmp_buf bad;
static double expr(void);
static double atom(void) {
    while (*p == ' ') p++;
    if (*p == '(') { p++; double v = expr(); while (*p == ' ') p++; if (*p++ != ')') longjmp(bad, 1); return v; }
    if (*p == '-') { p++; return -atom(); }
    if (!isdigit((unsigned char)*p) && *p != '.') longjmp(bad, 2);
    char *e;
    double v = strtod(p, &e);
    p = e;
    return v;
}
static double power(void) { double a = atom(); while (*p == ' ') p++; if (*p == '^') { p++; double b = power(), r = 1; for (int i = 0; i < (int)b; i++) r *= a; return r; } return a; }
static double term(void) {
    double v = power();
    for (;;) {
        while (*p == ' ') p++;
        if (*p == '*') { p++; v *= power(); }
        else if (*p == '/') { p++; double d = power(); if (d == 0) longjmp(bad, 3); v /= d; }
        else return v;
    }
}
static double expr(void) { double v = term(); for (;;) { while (*p == ' ') p++; if (*p == '+') { p++; v += term(); } else if (*p == '-') { p++; v -= term(); } else return v; } }

int main(void) {
    const char *v[] = {"1+2*3", "(1+2)*3", "2^3^2", "-2^2", "10/4-1", "1/(2-2)", "2*(3", "abc", "1.5e2 * -(4 - 6)", "((((7))))"};
    volatile int errors = 0;
    for (volatile int i = 0; i < 10; i++) {
        p = v[i];
        int code = setjmp(bad);
        if (code) { printf("%s: error %d\n", v[i], code); errors++; } else printf("%s = %g\n", v[i], expr());
    }
    return errors;
}
