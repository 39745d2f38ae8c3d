/* expect: safe */
/* A loop that measures how fine a clock is counts a hundred of its changes. */
#include <time.h>
int main(void) {
    struct timespec before, now;
    clock_gettime(CLOCK_REALTIME, &before);
    for (int changes = 0; changes < 100; before = now) {
        clock_gettime(CLOCK_REALTIME, &now);
        changes +=
            now.tv_sec > before.tv_sec || (now.tv_sec == before.tv_sec && now.tv_nsec > before.tv_nsec);
    }
    return 0;
}
