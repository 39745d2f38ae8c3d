/* Shared memory and semaphores of System V: one process, its threads, and what is refused. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <time.h>

#define SHOW(x)                                    \
    do {                                           \
        errno = 0;                                 \
        long result = (long)(x);                   \
        printf("%s: %ld %d\n", #x, result, errno); \
    } while (0)
#define KEY 0x48656464
union semun {
    int val;
    struct semid_ds *buf;
    unsigned short *array;
};
static int set;

static void *poster(void *p) {
    struct sembuf both[] = {{0, 2, 0}, {1, 40, 0}};
    semop(set, both, 2);
    return 0;
}
static void memory(void) {
    struct shmid_ds d;
    int old = shmget(KEY, 0, 0);
    if (old >= 0) shmctl(old, IPC_RMID, 0);
    SHOW(shmget(KEY, 100, 0));
    SHOW(shmget(KEY, 0, IPC_CREAT | 0600));
    int id = shmget(KEY, 5000, IPC_CREAT | IPC_EXCL | 0600), own = shmget(IPC_PRIVATE, 10, 0600);
    SHOW(shmget(KEY, 5000, IPC_CREAT | IPC_EXCL | 0600));
    SHOW(shmget(KEY, 9000, 0600));
    SHOW(shmget(KEY, 4000, 0600) == id);
    SHOW(own != id);
    char *p = shmat(id, 0, 0), *q = shmat(own, 0, 0);
    SHOW(p[4999] + q[9]);
    strcpy(p, "text");
    char *again = shmat(id, 0, SHM_RDONLY);
    SHOW(!strcmp(again, "text"));
    SHOW(shmctl(id, IPC_STAT, &d));
    SHOW(d.shm_segsz);
    SHOW(d.shm_nattch);
    SHOW(d.shm_perm.mode);
    d.shm_perm.mode = 0640;
    SHOW(shmctl(id, IPC_SET, &d));
    SHOW(shmctl(id, IPC_STAT, &d));
    SHOW(d.shm_perm.mode);
    SHOW(shmdt(p + 4096));
    SHOW(shmdt("no segment"));
    SHOW(shmctl(id, IPC_RMID, 0));
    SHOW(shmget(KEY, 0, 0));
    SHOW(shmctl(id, IPC_STAT, &d));
    SHOW(d.shm_perm.mode);
    SHOW(shmdt(again));
    SHOW(shmdt(p));
    SHOW(shmctl(own, IPC_RMID, 0));
    SHOW(shmdt(q));
    SHOW(shmat(own, 0, 0));
    SHOW(shmat(own, (void *)1, 0));
    SHOW(shmctl(own, IPC_RMID, 0));
    SHOW(shmctl(own, 77, 0));
}
static void semaphores(void) {
    struct semid_ds d;
    unsigned short values[3] = {1, 2, 3};
    union semun u = {.array = values}, v;
    pthread_t t;
    int old = semget(KEY, 0, 0);
    if (old >= 0) semctl(old, 0, IPC_RMID);
    SHOW(semget(KEY, 2, 0));
    SHOW(semget(KEY, 0, IPC_CREAT | 0600));
    set = semget(KEY, 3, IPC_CREAT | 0600);
    SHOW(semget(KEY, 3, IPC_CREAT | IPC_EXCL | 0600));
    SHOW(semget(KEY, 4, 0600));
    SHOW(semctl(set, 0, SETALL, u));
    SHOW(semctl(set, 2, GETVAL));
    SHOW(semctl(set, 3, GETVAL));
    v.val = 40000;
    SHOW(semctl(set, 0, SETVAL, v));
    struct sembuf more = {2, 32767, 0}, none = {2, 0, IPC_NOWAIT}, far = {3, 1, 0};
    SHOW(semop(set, &more, 1));
    SHOW(semop(set, &none, 1));
    SHOW(semop(set, &far, 1));
    SHOW(semop(set, &more, 0));
    struct sembuf some[] = {{0, -1, 0}, {1, -3, IPC_NOWAIT}}, same[] = {{0, 1, 0}, {0, -2, 0}};
    SHOW(semop(set, some, 2));
    SHOW(semctl(set, 0, GETVAL));
    SHOW(semop(set, same, 2));
    SHOW(semctl(set, 0, GETVAL));
    SHOW(semctl(set, 0, GETPID) > 0);
    struct timespec soon = {0, 1000000}, wrong = {0, -1};
    struct sembuf late = {0, -1, 0};
    SHOW(semtimedop(set, &late, 1, &soon));
    SHOW(semtimedop(set, &late, 1, &wrong));
    pthread_create(&t, 0, poster, 0);
    struct sembuf wait[] = {{0, -2, SEM_UNDO}, {1, -42, 0}};
    SHOW(semop(set, wait, 2));
    pthread_join(t, 0);
    SHOW(semctl(set, 0, GETALL, u));
    printf("%d %d %d\n", values[0], values[1], values[2]);
    u.buf = &d;
    SHOW(semctl(set, 0, IPC_STAT, u));
    SHOW(d.sem_nsems);
    SHOW(d.sem_perm.mode);
    SHOW(semctl(set, 0, 99));
    SHOW(semctl(set, 0, IPC_RMID));
    SHOW(semctl(set, 0, IPC_RMID));
    SHOW(semop(set, &late, 1));
    SHOW(semctl(-1, 0, GETVAL));
}
int main(void) {
    memory();
    semaphores();
    return 0;
}
