/* Structures of several sizes passed and returned by value. */
#include <stdio.h>

struct s1 { char c; };
struct s3 { char c[3]; };
struct s8 { int a, b; };
struct s12 { int a, b, c; };
struct s16 { long a, b; };
struct s24 { long a, b, c; };
struct big { int v[40]; };

static struct s1 f1(struct s1 x) { x.c++; return x; }
static struct s3 f3(struct s3 x) { x.c[0] += x.c[2]; return x; }
static struct s8 f8(struct s8 x) { return (struct s8){x.b, x.a}; }
static struct s12 f12(struct s12 x, struct s1 y) { x.c = x.a * x.b + y.c; return x; }
static struct s16 f16(struct s16 x, struct s16 y) { return (struct s16){x.a + y.b, x.b - y.a}; }
static struct s24 f24(struct s24 x, int k) { x.c = x.a + x.b * k; return x; }
static struct big fbig(struct big x, int k) { for (int i = 0; i < 40; i++) x.v[i] += i * k; return x; }

int main(void) {
    struct s1 a = f1((struct s1){'x'});
    struct s3 b = f3((struct s3){{1, 2, 3}});
    struct s8 c = f8((struct s8){10, 20});
    struct s12 d = f12((struct s12){3, 4, 5}, a);
    struct s16 e = f16((struct s16){100, 200}, (struct s16){1, 2});
    struct s24 f = f24((struct s24){7, 8, 9}, 6);
    struct big g = {{1, 2, 3}}, h = fbig(g, 3);
    printf("%c %d %d %d %d %ld %ld %ld\n", a.c, b.c[0], c.a, c.b, d.c, e.a, e.b, f.c);
    printf("%d %d %d %d\n", h.v[0], h.v[2], h.v[39], g.v[39]);
    return h.v[13];
}
