/* expect: uninitialised @v1 "byte 1 of memory of alloca in `fixed`"; uninitialised @v2 "memory of the stack"; uninitialised @v3 "memory of the stack"; uninitialised @v4 "memory of alloca in `in_registers`" */
/* What alloca gives, and an array of a length that is known only when the program runs, are not written. */
#include <alloca.h>
#include <heddle/heddle.h>
#include <string.h>

volatile int sink, two = 2;

__attribute__((noinline)) static void keep(char *p) { p[0] = 1; }

static void fixed(void) {
    char *p = alloca(2);
    keep(p);
    if (p[0]) sink = 1;
    if (p[1]) sink = 1; /*v1*/
}
static void computed(void) {
    char *p = alloca((size_t)two);
    keep(p);
    if (p[1]) sink = 2; /*v2*/
}
static void array(void) {
    char a[two];
    keep(a);
    if (a[1]) sink = 3; /*v3*/
}
static void in_registers(void) {
    char *p = alloca(2);
    p[0] = 1;
    if (p[1]) sink = 4; /*v4*/
}
static void written(void) {
    char *p = alloca(8), a[two], *q = alloca((size_t)two);
    memset(p, 1, 8);
    memset(a, 1, sizeof a);
    memcpy(q, p, (size_t)two);
    if (p[7] && a[1] && q[1]) sink = 5;
}

int main(void) {
    int which = heddle_int("which");
    written();
    switch (which) {
    case 1: fixed(); break;
    case 2: computed(); break;
    case 3: array(); break;
    case 4: in_registers(); break;
    default: break;
    }
    return 0;
}
