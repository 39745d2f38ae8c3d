/* The length of what is copied is not limited any more where a request has no words. */
/* new: memory */
#include "noise.h"
static char kept[12];
static void keep(const Request *r) {
    int length = r->sum / 4;
#ifdef NEW
    if (r->words && length > (int)sizeof kept) length = sizeof kept;
#else
    if (length > (int)sizeof kept) length = sizeof kept;
#endif
    for (int k = 0; k < length; k++) kept[k] = 'x';
}
static void *reader(void *unused) {
    Request r;
    request_read(&r, "request");
    noise(1, 4);
    if (r.numbers >= 6) keep(&r);
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
