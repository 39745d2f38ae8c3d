/* Anonymous structures and unions, and their initialisation. */
#include <stdio.h>

struct variant { enum { INT, REAL, TEXT, PAIR } kind; union { int i; double r; const char *s; struct { short a, b; }; }; };
static void show(const struct variant *v) {
    switch (v->kind) {
    case INT: printf("int %d\n", v->i); break;
    case REAL: printf("real %g\n", v->r); break;
    case TEXT: printf("text %s\n", v->s); break;
    case PAIR: printf("pair %d %d\n", v->a, v->b); break;
    }
}

int main(void) {
    struct variant v[] = {{INT, {5}}, {REAL, .r = 2.5}, {TEXT, .s = "hi"}, {.kind = PAIR, .a = 3, .b = -4}};
    for (int i = 0; i < 4; i++) show(&v[i]);
    v[0] = v[3];
    v[0].b++;
    show(v);
    printf("%zu %d\n", sizeof(struct variant), v[0].i == (3 | (unsigned short)-3 << 16));
    return v[0].a;
}
