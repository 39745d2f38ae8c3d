/* The standard output becomes a file while there is another thread: orders of what is printed from then on
 * differ. */
/* expect: assertion @first; assertion @second */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_barrier_t both;

static void *print(void *p) {
    pthread_barrier_wait(&both);
    printf("a");
    fflush(stdout);
    return p;
}

int main(void) {
    pthread_t t;
    char b[3] = "";
    int file = open("out", O_CREAT | O_RDWR, 0600);
    pthread_barrier_init(&both, 0, 2);
    pthread_create(&t, 0, print, 0);
    dup2(file, 1);
    pthread_barrier_wait(&both);
    printf("b");
    fflush(stdout);
    pthread_join(t, 0);
    assert(pread(file, b, 2, 0) == 2);
    assert(b[0] == 'b'); /*first*/
    assert(b[0] == 'a'); /*second*/
    return 0;
}
