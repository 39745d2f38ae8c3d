/* A small exception mechanism on nested jump buffers. */
#include <setjmp.h>
#include <stdio.h>

struct frame { jmp_buf env; struct frame *up; };
static struct frame *top;
static void throw(int code) { struct frame *f = top; top = f->up; longjmp(f->env, code); }
#define TRY(f) (top = ((f).up = top, &(f)), setjmp((f).env))
#define END(f) (top = (f).up)

static int parse(const char *s) {
    int v = 0;
    for (; *s; s++) {
        if (*s < '0' || *s > '9') throw(1);
        if (v > 1000) throw(2);
        v = v * 10 + *s - '0';
    }
    return v;
}
static int guarded(const char *s) {
    struct frame f;
    int code = TRY(f);
    if (code == 0) {
        int v = parse(s);
        END(f);
        return v;
    }
    if (code == 2) throw(20);
    return -code;
}

int main(void) {
    const char *v[] = {"12", "1x", "999999", "7"};
    for (volatile int i = 0; i < 4; i++) {
        struct frame f;
        int code = TRY(f);
        if (code == 0) {
            printf("%d\n", guarded(v[i]));
            END(f);
        } else
            printf("outer %d\n", code);
    }
    return top == NULL;
}
