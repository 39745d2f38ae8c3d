/* Tables of operations: arrays of function pointers inside structures, replaced and chained at run time. */
#include <stdio.h>
#include <string.h>

struct object;
typedef int (*method)(struct object *, int);
struct class {
    const char *name;
    method methods[3];
    const struct class *parent;
};
struct object {
    const struct class *class;
    int state;
};

static int base_add(struct object *o, int n) { return o->state += n; }
static int base_get(struct object *o, int n) { return o->state * n; }
static int twice_add(struct object *o, int n) { return o->class->parent->methods[0](o, 2 * n); }
static int clamp_add(struct object *o, int n) {
    int r = o->class->parent->parent->methods[0](o, n);
    return o->state = r > 50 ? 50 : r;
}

static const struct class base = {"base", {base_add, base_get, NULL}, NULL};
static const struct class twice = {"twice", {[0] = twice_add}, &base};
static const struct class clamp = {"clamp", {clamp_add}, &twice};

static int send(struct object *o, int which, int n) {
    for (const struct class *c = o->class; c; c = c->parent)
        if (c->methods[which]) return c->methods[which](o, n);
    return -1;
}

int main(void) {
    const struct class *all[] = {&base, &twice, &clamp};
    struct object o[3];
    for (int i = 0; i < 3; i++) {
        o[i] = (struct object){all[i], i};
        printf("%s:", o[i].class->name);
        for (int n = 5; n < 40; n += 11) printf(" %d", send(&o[i], 0, n));
        printf(" %d %d\n", send(&o[i], 1, 3), send(&o[i], 2, 0));
    }
    struct class changed = base;
    changed.methods[2] = twice.methods[0] == twice_add ? base_get : NULL;
    changed.parent = &base;
    o[0].class = &changed;
    printf("%d %d\n", send(&o[0], 2, 7), memcmp(changed.methods, base.methods, 2 * sizeof(method)));
    return 0;
}
