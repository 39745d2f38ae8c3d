/* expect: safe */
/*
 * szymanski: mutual exclusion by Szymanski's algorithm; where it waits, only schedules that go on
 * are of interest. The first version.
 */
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

#define ROUNDS 2

static int flag_of_first, flag_of_second;
static int x;

static void *first(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        flag_of_first = 1;
        heddle_assume(flag_of_second < 3);
        flag_of_first = 3;
        if (flag_of_second == 1) {
            flag_of_first = 2;
            heddle_assume(flag_of_second == 4);
        }
        flag_of_first = 4;
        x = 0;
        assert(x <= 0);
        int seen = flag_of_second;
        heddle_assume(seen < 2 || seen > 3);
        flag_of_first = 0;
    }
    return unused;
}

static void *second(void *unused) {
    for (int k = 0; k < ROUNDS; k++) {
        flag_of_second = 1;
        heddle_assume(flag_of_first < 3);
        flag_of_second = 3;
        if (flag_of_first == 1) {
            flag_of_second = 2;
            heddle_assume(flag_of_first == 4);
        }
        flag_of_second = 4;
        heddle_assume(flag_of_first < 2);
        x = 1;
        assert(x >= 1);
        flag_of_second = 0;
    }
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
