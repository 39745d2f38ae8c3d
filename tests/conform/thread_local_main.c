/* Thread-local variables as the main thread sees them. */
#include <stdio.h>

static _Thread_local int counter = 5;
_Thread_local char buffer[16] = "initial";
static __thread struct { int x; double y; } pair = {1, 2.5};
static int *address(void) { static _Thread_local int inner = 100; inner++; return &inner; }

int main(void) {
    counter += 10;
    buffer[0] = 'I';
    pair.x = counter;
    printf("%d %s %d %g\n", counter, buffer, pair.x, pair.y);
    int *p = address();
    printf("%d ", *p);
    int same = p == address();
    printf("%d %d\n", same, *p);
    int *q = &counter;
    *q = 77;
    return counter;
}
