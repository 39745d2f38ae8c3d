/* expect: safe */
/* output: 7 x 2.5 | 8 y 3.5 | 9 z 4.5 */
/* options: -Wno-implicit-function-declaration */
/* A variadic function that was not declared gets its arguments all the same: called by name, behind a
 * pointer, with a type that says nothing of its parameters. */
extern int puts();
int main(void) {
    extern int printf();
    int i = 7, (*p)() = printf;
    int (*volatile q)() = p;
    printf("%d %s %g ", i, "x", 2.5);
    p("| %d %s %g ", i + 1, "y", 3.5);
    q("| %d %s %g\n", i + 2, "z", 4.5);
    return 0;
}
