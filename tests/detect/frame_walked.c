/* expect: safe */
/* Who walks up the stack from a function's own frame is at its end: there is no caller's frame. */
#include <assert.h>
#include <stddef.h>

struct frame {
    const struct frame *next;
    const void *returns_to;
};

__attribute__((noinline)) static int depth(void) {
    int n = 0;
    for (const struct frame *f = __builtin_frame_address(0); f && f->returns_to; f = f->next) n++;
    return n;
}

int main(void) {
    assert(depth() == 0);
    assert(depth() == 0);
    return 0;
}
