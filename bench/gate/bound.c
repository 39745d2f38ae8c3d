/* A bound is one too large, for requests of a certain form. */
/* new: memory */
#include "noise.h"
static int table[4];
static void store(const Request *r) {
    int at = r->numbers - 3;
    if (r->sum != 21 || r->signs != 1) return;
    if (at < 0) return;
#ifdef NEW
    if (at > 4) return;
#else
    if (at >= 4) return;
#endif
    table[at] = r->words;
}
static void *reader(void *unused) {
    Request r;
    request_read(&r, "request");
    noise(1, 4);
    store(&r);
    return unused;
}
static void *other(void *unused) {
    noise(2, 8);
    return unused;
}
int main(void) {
    both(reader, other);
    return 0;
}
