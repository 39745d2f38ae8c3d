/* k: 0 */
/* A thread that main joined before it creates the others: what it wrote is theirs from the beginning; so is
 * what another one wrote that ran to its end. */
/* bound: while two threads run, the others have run to their ends, each without a break, or not begun */
#include "pair.h"
#include <heddle/heddle.h>
static int x, y;
static void *before(void *unused) {
    y = 1;
    return unused;
}
static void *reader(void *unused) {
    heddle_assert(!(x && y));
    return unused;
}
static void *writer(void *unused) {
    x = 1;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, before, NULL);
    pthread_join(t, NULL);
    RUN(NULL, reader, writer);
    return 0;
}
