/* expect: some race "data race" */
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static int fd;
static void *worker(void *arg) {
    int x = 1;
    pwrite(fd, &x, sizeof x, 0);
    return arg;
}
int main(void) {
    pthread_t t;
    fd = shm_open("/x", O_CREAT | O_RDWR, 0600);
    ftruncate(fd, 4096);
    int *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    pthread_create(&t, 0, worker, 0);
    int seen = *p;
    pthread_join(t, 0);
    return seen > 1;
}
