/* expect: memory @use "use after free" */
/* A removed segment of shared memory ends with its last mapping. */
#include <sys/shm.h>
int main(void) {
    int id = shmget(IPC_PRIVATE, 100, 0600);
    char *p = shmat(id, 0, 0), *q = shmat(id, 0, 0);
    shmctl(id, IPC_RMID, 0);
    shmdt(p);
    q[99] = 1;
    shmdt(q);
    q[99] = 2; /*use*/
    return 0;
}
