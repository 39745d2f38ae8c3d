/* expect: some race "data race" */
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static int fd;
static void *worker(void *arg) {
    int *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    *p = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    fd = shm_open("/x", O_CREAT | O_RDWR, 0600);
    ftruncate(fd, 4096);
    int *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    pthread_create(&t, 0, worker, 0);
    *p = 2;
    pthread_join(t, 0);
    return 0;
}
