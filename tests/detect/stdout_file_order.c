/* expect: assertion @here */
/* stdout was made a file before two threads print: what the file has depends on the order. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *print(void *p) {
    printf("a");
    return p;
}
int main(void) {
    pthread_t t;
    char c = 0;
    freopen("out", "w+", stdout);
    pthread_create(&t, NULL, print, NULL);
    printf("b");
    pthread_join(t, NULL);
    fflush(stdout);
    int fd = open("out", O_RDONLY);
    read(fd, &c, 1);
    assert(c == 'b'); /*here*/
    return 0;
}
