/* expect: incomplete */
/* incomplete: inline assembly, which is not supported: "fsincos" */
int main(void) {
    double s, c;
    __asm__("fsincos" : "=t"(c), "=u"(s) : "0"(1.0));
    return s > c;
}
