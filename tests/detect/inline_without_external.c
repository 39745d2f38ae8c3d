/* expect: assertion */
/* options: -std=c11 */
/* Inline definitions whose external ones nobody wrote (C11 6.7.4p7): those are what is called, also through
 * pointers, by each other and with the name of a type of theirs. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
inline int f(int x) { return x + 1; }
inline int twice(int x) { return f(f(x)); }
inline int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
int main(void) {
    int (*p)(int) = __VERIFIER_nondet_int() ? f : twice;
    if (p(1) == 3 && fact(5) == 120) reach_error();
    return 0;
}
