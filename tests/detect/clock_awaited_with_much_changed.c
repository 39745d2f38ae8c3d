/* expect: safe */
/* Waiting for a clock is noticed behind much memory that was changed. */
#include <string.h>
#include <time.h>
static char buffer[100000];
int main(void) {
    memset(buffer, 1, sizeof buffer);
    for (time_t end = time(0) + 5; time(0) < end;) {}
    return 0;
}
