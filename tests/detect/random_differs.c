/* Random bytes differ from draw to draw, from thread to thread, and by whatever way they are drawn. */
/* expect: safe */
/* assumption: random bytes are one fixed sequence; --symbolic=random makes them inputs */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <unistd.h>

static unsigned long drawn[4];

static void *draw(void *p) {
    getrandom(p, sizeof(long), 0);
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, draw, &drawn[k]);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    getentropy(&drawn[2], sizeof(long));
    int fd = open("/dev/urandom", O_RDONLY);
    assert(read(fd, &drawn[3], sizeof(long)) == sizeof(long));
    for (int k = 0; k < 4; k++)
        for (int j = 0; j < k; j++) assert(drawn[k] != drawn[j]);
    unsigned char at_start[16];
    memcpy(at_start, (void *)getauxval(AT_RANDOM), sizeof at_start);
    assert(memcmp(at_start, drawn, 8));
    assert(getauxval(AT_PAGESZ) == 4096 && getauxval(12345) == 0);
    /* A loop that draws until something differs ends. */
    unsigned x, y;
    getrandom(&x, sizeof x, 0);
    do getrandom(&y, sizeof y, 0);
    while (x == y);
    char one[] = "XXXXXX", two[] = "XXXXXX";
    for (int k = 0; k < 3; k++) {
        strcpy(one, "XXXXXX");
        assert(mkstemp(one) >= 0);
    }
    assert(mkstemp(two) >= 0 && strcmp(one, two));
    return 0;
}
