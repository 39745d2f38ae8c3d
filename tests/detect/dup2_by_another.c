/* Another thread makes the standard output a file while something is printed: it is in the file, or not. */
/* expect: assertion @there; assertion @gone */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int file;

static void *redirect(void *p) {
    dup2(file, 1);
    return p;
}

int main(void) {
    pthread_t t;
    struct stat s;
    file = open("out", O_CREAT | O_RDWR, 0600);
    setvbuf(stdout, 0, _IONBF, 0);
    pthread_create(&t, 0, redirect, 0);
    printf("x");
    pthread_join(t, 0);
    fstat(file, &s);
    assert(s.st_size == 0); /*gone*/
    assert(s.st_size == 1); /*there*/
    return 0;
}
