/* A Brainfuck interpreter running two programs. */
#include <stdio.h>
#include <string.h>

static long run(const char *c, const char *in) {
    unsigned char tape[300] = {0}, *p = tape + 1;
    int jump[200], stack[50], sp = 0;
    long steps = 0;
    for (int i = 0; c[i]; i++) { if (c[i] == '[') stack[sp++] = i; else if (c[i] == ']') { int o = stack[--sp]; jump[i] = o; jump[o] = i; } }
    for (int i = 0; c[i]; i++, steps++)
        switch (c[i]) {
        case '>': p++; break;
        case '<': p--; break;
        case '+': ++*p; break;
        case '-': --*p; break;
        case '.': putchar(*p); break;
        case ',': *p = (unsigned char)(*in ? *in++ : 0); break;
        case '[': if (!*p) i = jump[i]; break;
        case ']': if (*p) i = jump[i]; break;
        }
    return steps;
}

int main(void) {
    long a = run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", "");
    long b = run(",[>,]<[.<]", "desrever");
    printf("\n%ld %ld\n", a, b);
    return (int)b;
}
