/* expect: assertion @below "inner" */
/* backtrace tells the functions that the thread is in, from the inside out, in each thread its own. */
#include <assert.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOT_INLINED __attribute__((noinline))

NOT_INLINED static void expect(const char *names) {
    void *at[8];
    int n = backtrace(at, 8);
    char **text = backtrace_symbols(at, n), rest[64], with[32], *next = rest;
    strcpy(rest, names);
    /* The first one is this function. */
    for (int k = 1; k < n; k++) {
        char *name = strtok_r(NULL, " ", &next);
        assert(name);
        snprintf(with, sizeof with, "(%s+0x1) [", name);
        assert(strstr(text[k], with));
    }
    assert(n >= 2 && !strtok_r(NULL, " ", &next));
    free(text);
}
NOT_INLINED static int inner(int depth, const char *names) {
    if (depth) return inner(depth - 1, names) + 1;
    expect(names);
    return 0;
}
static int compare(const void *a, const void *b) {
    inner(0, "inner compare main");
    return *(const int *)a - *(const int *)b;
}
static void *routine(void *arg) {
    inner(1, "inner inner routine");
    return arg;
}
int main(void) {
    pthread_t t;
    int two[] = {2, 1};
    void *one;
    pthread_create(&t, NULL, routine, NULL);
    inner(2, "inner inner inner main");
    qsort(two, 2, sizeof two[0], compare);
    pthread_join(t, NULL);
    assert(backtrace(&one, 1) == 1 && backtrace(&one, 0) == 0);
    char **text = backtrace_symbols(&one, 1);
    assert(strstr(*text, "inner")); /*below*/
}
