/* Two threads read the standard input, one byte each: each byte comes once. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <unistd.h>
static void *work(void *arg) {
    static char c[2];
    char *to = &c[(long)arg];
    heddle_assert(read(0, to, 1) == 1);
    return to;
}
int main(void) {
    pthread_t t[2];
    void *first, *second;
    for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, work, (void *)k);
    pthread_join(t[0], &first);
    pthread_join(t[1], &second);
    heddle_assert(*(char *)first + *(char *)second == 'a' + 'b');
#ifdef FIRST
    heddle_assert(*(char *)first == 'a');
#endif
}
