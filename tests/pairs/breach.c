/* breach.c — pieces of system calls that break the rule which pairs.c checks, and pieces that keep it. They
 * are not the emulated kernel's: the program makes them itself. */
#include "../../runtime/engine.h"
#include "pairs.h"

struct object {
    unsigned word;
    int value;
};
static struct object *x, *y;

static struct object *object(void) {
    return __heddle_malloc(sizeof(struct object), 16 | HEDDLE_KERNEL_MEMORY);
}
static void init(void) {
    x = object();
    y = object();
}
static int query(void) { return x->value; }

static void enter(struct object *o, int writes) {
    struct __heddle_item item = {.object = o, .writes = (unsigned)writes};
    __heddle_kernel_enter(&item, 1, 0, writes ? "change an object" : "look at an object");
}

/* What names `x`, and what names another object or says that it changes nothing. */
CALL(change) {
    enter(x, 1);
    x->value++;
    __heddle_kernel_leave();
    return 0;
}
CALL(look) {
    enter(x, 0);
    int v = x->value;
    __heddle_kernel_leave();
    return v;
}
CALL(change_wrongly) {
    enter(y, 1);
    x->value++;
    __heddle_kernel_leave();
    return 0;
}
CALL(look_wrongly) {
    enter(y, 0);
    int v = x->value;
    __heddle_kernel_leave();
    return v;
}
CALL(change_as_look) {
    enter(x, 0);
    x->value++;
    __heddle_kernel_leave();
    return 0;
}
/* What is named twice is changed if one of both says so. */
CALL(change_named_twice) {
    struct __heddle_item items[] = {{.object = x}, {.object = x, .writes = 1}};
    __heddle_kernel_enter(items, 2, 0, "change an object");
    x->value++;
    __heddle_kernel_leave();
    return 0;
}
/* An access outside of pieces is an event: ordered with what says that it changes something. */
CALL(peek) { return x->value; }
