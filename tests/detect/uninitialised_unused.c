/* expect: safe */
/* exit: 0 */
/* output: hello 5 7 */
/* What was never written is copied, computed with and masked, and nothing depends on it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct holes {
    char c;
    int i;
    char d;
    long l;
    unsigned low : 3, middle : 7, high : 4;
};

struct node {
    union {
        int number;
        double real;
        void *pointer;
    };
    char kind;
};

static struct holes by_value(struct holes h) { return h; }

static int holes(struct holes *out) {
    struct holes a, b, c = {.c = 1, .low = 2}, many[4];
    a.c = 1;
    a.i = 2;
    a.d = 3;
    a.l = 4;
    a.low = 5;
    a.middle = 6;
    a.high = 7;
    b = a;
    memcpy(&c, &b, sizeof c);
    b = by_value(c);
    for (int k = 0; k < 4; k++) many[k] = b;
    memmove(many + 1, many, 3 * sizeof *many);
    *out = many[2];
    b.middle++;
    return many[3].c == 1 && many[1].i == 2 && many[2].d == 3 && many[0].l == 4 && many[1].low == 5 &&
           b.middle == 7 && many[3].high == 7;
}

static int bits(void) {
    unsigned char *p = malloc(4), x = p[0], y = p[1];
    p[2] = (unsigned char)((x & 0xf0) | 3);
    p[3] = (unsigned char)((y | 0x0f) & 0x0f);
    int fine = (p[2] & 0x0f) == 3 && p[3] == 15 && (x ^ x) == 0 && (p[2] & 1) && (unsigned char)(y * 0) == 0;
    free(p);
    return fine;
}

static int strings(void) {
    char text[64], *copy, formatted[40];
    strcpy(text, "some text");
    strcat(text, ", more");
    copy = strdup(text);
    int fine = strlen(text) == 15 && !strcmp(text, copy) && !memcmp(text, copy, 16) &&
               strchr(text, 'm') == text + 2 && strstr(copy, "more") && memchr(text, ',', 64) == text + 9 &&
               strnlen(text, 64) == 15;
    snprintf(formatted, sizeof formatted, "%s %d %.2f", copy, 3, 2.5);
    fine &= !strcmp(formatted, "some text, more 3 2.50") && atoi(formatted + 16) == 3;
    free(copy);
    return fine;
}

static int sum(int n, ...) {
    va_list ap;
    int s = 0;
    va_start(ap, n);
    while (n--) s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static int nodes(void) {
    struct node a = {.kind = 1}, b, *c = malloc(sizeof *c);
    a.number = 7;
    b.number = 5;
    b.kind = 1;
    *c = b;
    struct node d = *c;
    free(c);
    return d.kind == 1 && d.number == 5 && a.number == 7;
}

static int later(int n) {
    int x, found = 0, value;
    for (int i = 0; i < n; i++) {
        if (i == 2) {
            found = 1;
            value = i;
        }
        if (i > 0) x = i;
    }
    if (found && value != 2) return 0;
    if (n > 1 && x != n - 1) return 0;
    return 1;
}

static int zeros(void) {
    int *p = calloc(4, sizeof *p), fine = !p[0] && !p[3];
    char *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    static int s[2];
    static _Thread_local int t;
    fine &= !m[7] && !s[1] && !t;
    p = realloc(p, 8 * sizeof *p);
    memset(p + 4, 0, 4 * sizeof *p);
    fine &= !p[3] && !p[7];
    free(p);
    return fine;
}

static int variable_length(int n) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    return a[n - 1] == n - 1;
}

static int by_address(int *x) { return *x = 3; }

int main(int argc, char **argv) {
    struct holes h;
    struct stat st;
    int out, numbers[8], ends[2];
    double d[3];
    if (!holes(&h) || !bits() || !strings() || sum(3, 1, 2, 3) != 6 || !nodes() || !later(5) || !later(1))
        return 1;
    if (!zeros() || !variable_length(5) || by_address(&out) != out || h.i != 2) return 2;
    if (!argv[0] || argv[argc] || (getenv("HOME") && !*getenv("HOME"))) return 3;
    for (int i = 0; i < 8; i++) numbers[i] = 8 - i;
    d[0] = 1.5;
    d[1] = d[0] * 2;
    d[2] = d[1] + numbers[7];
    if (d[2] != 4.0) return 4;
    if (pipe(ends) || fstat(ends[0], &st) || !S_ISFIFO(st.st_mode)) return 5;
    printf("hello %d %d\n", numbers[3], numbers[1]);
    return 0;
}
