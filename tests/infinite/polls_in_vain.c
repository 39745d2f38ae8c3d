/* expect: hang @polls "waits in a loop for ever" */
/* Each of two threads waits for a byte of the other one, in system calls that time out. A round has as many
 * of these as are explored. */
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2][2];
static void *thread(void *p) {
    int me = p != 0;
    char c;
    struct pollfd f = {ends[me][0], POLLIN, 0};
    while (!poll(&f, 1, 10) && !poll(&f, 1, 20)) {} /*polls*/
    read(f.fd, &c, 1);
    write(ends[!me][1], "x", 1);
    return p;
}
int main(void) {
    pthread_t t;
    pipe(ends[0]);
    pipe(ends[1]);
    pthread_create(&t, 0, thread, 0);
    thread(&t);
    pthread_join(t, 0);
    return 0;
}
