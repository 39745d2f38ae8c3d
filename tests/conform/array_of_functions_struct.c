/* A hand-made class: structure of function pointers, inheritance by first member. */
#include <stdio.h>
#include <stdlib.h>

struct shape;
struct ops { double (*area)(const struct shape *); void (*show)(const struct shape *); };
struct shape { const struct ops *ops; const char *name; };
struct circle { struct shape base; double r; };
struct rect { struct shape base; double w, h; };
static double c_area(const struct shape *s) { const struct circle *c = (const void *)s; return 3 * c->r * c->r; }
static double r_area(const struct shape *s) { const struct rect *r = (const void *)s; return r->w * r->h; }
static void show(const struct shape *s) { printf("%s %g\n", s->name, s->ops->area(s)); }
static const struct ops c_ops = {c_area, show}, r_ops = {.show = show, .area = r_area};
static struct shape *circle(double r) { struct circle *c = malloc(sizeof *c); *c = (struct circle){{&c_ops, "circle"}, r}; return &c->base; }
static struct shape *rect(double w, double h) { struct rect *c = malloc(sizeof *c); *c = (struct rect){{&r_ops, "rect"}, w, h}; return &c->base; }

int main(void) {
    struct shape *v[] = {circle(2), rect(3, 4), rect(0.5, 8)};
    double total = 0;
    for (int i = 0; i < 3; i++) { v[i]->ops->show(v[i]); total += v[i]->ops->area(v[i]); free(v[i]); }
    return (int)total;
}
