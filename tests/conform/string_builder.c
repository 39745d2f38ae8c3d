/* A growing string with formatted append, insert and replace. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sb { char *s; size_t n, cap; };
static void need(struct sb *b, size_t n) { if (b->n + n + 1 > b->cap) b->s = realloc(b->s, b->cap = (b->n + n + 1) * 2); }
static void add(struct sb *b, const char *f, ...) {
    va_list a, c;
    va_start(a, f);
    va_copy(c, a);
    int n = vsnprintf(NULL, 0, f, a);
    need(b, (size_t)n);
    vsnprintf(b->s + b->n, (size_t)n + 1, f, c);
    b->n += (size_t)n;
    va_end(c);
    va_end(a);
}
static int replace(struct sb *b, const char *x, const char *y) {
    int count = 0;
    size_t lx = strlen(x), ly = strlen(y);
    for (char *p = b->s; (p = strstr(p, x)); count++) {
        size_t at = (size_t)(p - b->s);
        need(b, ly);
        p = b->s + at;
        memmove(p + ly, p + lx, b->n - at - lx + 1);
        memcpy(p, y, ly);
        b->n += ly - lx;
        p += ly;
    }
    return count;
}

int main(void) {
    struct sb b = {0};
    for (int i = 0; i < 6; i++) add(&b, "%d%c", i * i, i < 5 ? ',' : '.');
    add(&b, " %s %5.2f", "and", 2.5);
    printf("%s %zu\n", b.s, b.n);
    int n = replace(&b, ",", " -> ") + replace(&b, "and", "");
    printf("%s %zu %d\n", b.s, b.n, strlen(b.s) == b.n);
    free(b.s);
    return n;
}
