/* Structures with floating members cross calls in vector registers on x86-64. */
#include <stdio.h>

struct f2 { float x, y; };
struct f3 { float x, y, z; };
struct f4 { float v[4]; };
struct d2 { double x, y; };
struct mixed { double d; int i; };
struct mixed2 { float f; int i; };
struct ld { long double v; };

static struct f2 add2(struct f2 a, struct f2 b) { return (struct f2){a.x + b.x, a.y + b.y}; }
static struct f3 cross(struct f3 a, struct f3 b) {
    return (struct f3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static struct f4 scale(struct f4 a, float k) { for (int i = 0; i < 4; i++) a.v[i] *= k; return a; }
static struct d2 mul(struct d2 a, struct d2 b) { return (struct d2){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
static struct mixed mix(struct mixed m) { return (struct mixed){m.d * m.i, (int)m.d + m.i}; }
static struct mixed2 mix2(struct mixed2 m) { return (struct mixed2){m.f / 2, m.i * 2}; }
static struct ld half(struct ld x) { x.v /= 2; return x; }

int main(void) {
    struct f2 a = add2((struct f2){1.5f, 2.5f}, (struct f2){3, 4});
    struct f3 b = cross((struct f3){1, 2, 3}, (struct f3){4, 5, 6});
    struct f4 c = scale((struct f4){{1, 2, 3, 4}}, 2.5f);
    struct d2 d = mul((struct d2){1, 2}, (struct d2){3, 4});
    struct mixed e = mix((struct mixed){2.5, 3});
    struct mixed2 f = mix2((struct mixed2){7, 8});
    struct ld g = half((struct ld){5.0L});
    printf("%g %g %g %g %g %g %g %g\n", a.x, a.y, b.x, b.y, b.z, c.v[0], c.v[3], d.x);
    printf("%g %g %d %g %d %Lg\n", d.y, e.d, e.i, f.f, f.i, g.v);
    return 0;
}
