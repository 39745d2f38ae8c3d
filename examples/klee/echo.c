/* echo.c — echo as in a system's tools: -n leaves out the line's end, -e knows escapes, -E does not. */
#include <stdio.h>
#include <string.h>

/* Prints the escape behind a backslash. Returns what follows it, or NULL for \c: nothing more. */
static const char *print_escape(const char *s) {
    switch (*s) {
    case 'n': putchar('\n'); break;
    case 't': putchar('\t'); break;
    case 'a': putchar('\a'); break;
    case '\\': putchar('\\'); break;
    case 'c': return NULL;
    case 0: putchar('\\'); return s;
    default:
        putchar('\\');
        putchar(*s);
        break;
    }
    return s + 1;
}

int main(int argc, char **argv) {
    int line_end = 1, escapes = 0, k = 1;
    for (; k < argc && argv[k][0] == '-' && argv[k][1]; k++) {
        const char *s = argv[k] + 1;
        if (s[strspn(s, "neE")]) break;
        for (; *s; s++) {
            if (*s == 'n') line_end = 0;
            if (*s == 'e') escapes = 1;
            if (*s == 'E') escapes = 0;
        }
    }
    for (int first = k; k < argc; k++) {
        if (k > first) putchar(' ');
        for (const char *s = argv[k]; *s;) {
            if (!escapes || *s != '\\') {
                putchar(*s++);
                continue;
            }
            s = print_escape(s + 1);
            if (!s) return 0;
        }
    }
    if (line_end) putchar('\n');
    return 0;
}
