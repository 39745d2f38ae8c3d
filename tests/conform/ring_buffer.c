/* A ring buffer of structures with wrap-around and overwriting. */
#include <stdio.h>

struct event { unsigned id; char tag[4]; };
static struct event ring[5];
static unsigned head, tail, lost;
static void push(struct event e) { if (head - tail == 5) { tail++; lost++; } ring[head++ % 5] = e; }
static int pop(struct event *e) { if (head == tail) return 0; *e = ring[tail++ % 5]; return 1; }

int main(void) {
    struct event e;
    head = tail = -3u;
    for (unsigned i = 0; i < 13; i++) {
        push((struct event){i, {(char)('a' + i), '0', 0}});
        if (i % 4 == 3 && pop(&e)) printf("%u:%s ", e.id, e.tag);
    }
    printf("| ");
    while (pop(&e)) printf("%u:%s ", e.id, e.tag);
    printf("lost %u\n", lost);
    return (int)lost;
}
