/* expect: assertion @a "" */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0);
    if (x % 7 == 3 && x / 7 == 11) reach_error(); /*a*/
    return 0;
}
