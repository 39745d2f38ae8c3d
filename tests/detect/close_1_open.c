/* A file that is opened once the standard output is closed has its number, and what is printed goes there. */
/* expect: assertion @first; assertion @second */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *print(void *p) {
    write(1, "a", 1);
    return p;
}

int main(void) {
    pthread_t t;
    char b[3] = "";
    close(1);
    assert(open("out", O_CREAT | O_RDWR, 0600) == 1);
    pthread_create(&t, 0, print, 0);
    write(1, "b", 1);
    pthread_join(t, 0);
    assert(pread(1, b, 2, 0) == 2);
    assert(b[0] == 'b'); /*first*/
    assert(b[0] == 'a'); /*second*/
    return 0;
}
