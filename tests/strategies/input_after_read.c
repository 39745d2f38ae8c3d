/* One thread fails where it reads an input that another wrote after it had read zero (an example of Kähkönen,
 * Saarikivi and Heljanko). */
#include <heddle/heddle.h>
#include <pthread.h>

static int x;

static void *first(void *p) {
    int a = x;
    heddle_assert(a <= 0);
    return p;
}

static void *second(void *p) {
    int b = x;
    if (b == 0) x = heddle_int("in");
    return p;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    return 0;
}
