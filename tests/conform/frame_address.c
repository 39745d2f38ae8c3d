/* The address of a function's own frame: near its variables, and another one on another stack or deeper in calls. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static uintptr_t here(void) { return (uintptr_t)__builtin_frame_address(0); }

/* As interpreters limit how deep calls may go. */
static uintptr_t start, most;
__attribute__((noinline)) static int deep(int n) {
    volatile char room[64] = {0};
    uintptr_t at = here();
    if ((at > start ? at - start : start - at) > most) return n;
    return deep(n + 1) + room[0];
}

static uintptr_t distance(uintptr_t a, uintptr_t b) { return a > b ? a - b : b - a; }

static void *other(void *of_main) {
    int local;
    printf("thread: %d %d\n", distance(here(), (uintptr_t)&local) < 4096, distance(here(), *(uintptr_t *)of_main) > 65536);
    return NULL;
}

int main(void) {
    int local;
    pthread_t t;
    start = here();
    printf("main: %d %d\n", start != 0, distance(start, (uintptr_t)&local) < 4096);
    most = 16384;
    int n = deep(0);
    printf("deep: %d\n", n > 2 && n < 16384);
    pthread_create(&t, NULL, other, &start);
    pthread_join(t, NULL);
    return 0;
}
