/* Every kind of argument behind `...`: what arrives is what was passed. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <complex.h>
struct f4 { float a, b, c, d; };
struct f3 { float a, b, c; };
struct fi { float a; int b; float c; };
struct di { double a; int b; };
struct big { long double x; int y; };
typedef int v4 __attribute__((vector_size(16)));
typedef float v2f __attribute__((vector_size(8)));
static void f(int n, ...) {
    va_list ap; va_start(ap, n);
    struct f4 x = va_arg(ap, struct f4); printf("%g %g %g %g\n", x.a,x.b,x.c,x.d);
    struct f3 y = va_arg(ap, struct f3); printf("%g %g %g\n", y.a,y.b,y.c);
    float complex z = va_arg(ap, float complex); printf("%g %g\n", crealf(z),cimagf(z));
    double complex w = va_arg(ap, double complex); printf("%g %g\n", creal(w),cimag(w));
    struct fi q = va_arg(ap, struct fi); printf("%g %d %g\n", q.a,q.b,q.c);
    struct di r = va_arg(ap, struct di); printf("%g %d\n", r.a,r.b);
    __int128 i = va_arg(ap, __int128); printf("%lx %lx\n", (long)(i>>64),(long)i);
    v4 v = va_arg(ap, v4); printf("%d %d %d %d\n", v[0],v[1],v[2],v[3]);
    v2f u = va_arg(ap, v2f); printf("%g %g\n", u[0],u[1]);
    int k = va_arg(ap, int); printf("%d\n", k);
    __int128 i2 = va_arg(ap, __int128); printf("%lx %lx\n", (long)(i2>>64),(long)i2);
    long double ld = va_arg(ap, long double); printf("%Lg\n", ld);
    struct big b = va_arg(ap, struct big); printf("%Lg %d\n", b.x,b.y);
    va_end(ap);
}
int main(void) {
    struct f4 x={1,2,3,4}; struct f3 y={5,6,7}; struct fi q={1,2,3}; struct di r={4,5}; struct big b={7,8};
    f(1, x, y, (float complex)(1+2*I), (double complex)(3+4*I), q, r, (__int128)1<<100|5, (v4){1,2,3,4}, (v2f){8,9}, 77, (__int128)1<<99|6, (long double)3.25, b);
    return 0;
}
