/* A thread reads or ends, by a call of the library, what main writes without order (-DCALL=…): far from the
 * beginning where it is large. What has ended is also found as that. */
#define _GNU_SOURCE
#include <alloca.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include <heddle/heddle.h>
#define WRITE 0
#define WRITE_FAR 1
#define WRITEV 2
#define WRITE_PIPE 3
#define STAT 4
#define OPEN 5
#define NAME 6
#define PUTS 7
#define STRDUP 8
#define MEMCPY 9
#define MEMSET 10
#define FREE 11
#define REALLOC 12
#define MUNMAP 13
#define MREMAP 14
#define RETURN 15
#define ALLOCA 16
#define ARRAY 17
#define LONGJMP 18
#define THREAD_LOCAL 19
#define SIZE 20
#define SEND 21
#define SENDMSG 22
#define WRITE_FILE 23
#define WRITE_COUNTER 24
#define SYMLINK 25
#define SIGNAL_MASK 26
#define SIGNAL_ACTION 27
#define SEMOP 28
#define SEM_SETALL 29
#define SHMDT 30
static char buffer[20000] = "/abc", *block;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local char local[10000];
static jmp_buf jump;
static void publish(char *p) {
    pthread_mutex_lock(&mutex);
    block = p;
    pthread_mutex_unlock(&mutex);
}
/* Each gives away what ends with it, and takes that back before it does. */
static __attribute__((noinline)) void function(void) {
    char own[9000];
    publish(own);
    publish(0);
}
static __attribute__((noinline)) void allocate(int n) {
    publish(alloca(n));
    publish(0);
}
static __attribute__((noinline)) void array(int n) {
    {
        char own[n];
        publish(own);
        publish(0);
    }
    publish(0);
}
static __attribute__((noinline)) void leave(int n) {
    char own[9000];
    publish(own);
    publish(0);
    if (!n) longjmp(jump, 1);
    leave(n - 1);
    own[0] = 1;
}
static void *worker(void *arg) {
#if CALL == WRITE
    write(1, buffer, 5);
#elif CALL == WRITE_FAR
    write(1, buffer, 9000);
#elif CALL == WRITEV
    struct iovec v = {buffer, 5};
    writev(1, &v, 1);
#elif CALL == WRITE_PIPE
    int q[2];
    pipe(q);
    write(q[1], buffer, 5);
#elif CALL == STAT
    struct stat s;
    stat(buffer, &s);
#elif CALL == OPEN
    open(buffer, O_RDONLY);
#elif CALL == NAME
    int x;
    heddle_symbolic(&x, sizeof x, buffer);
#elif CALL == PUTS
    puts(buffer);
#elif CALL == STRDUP
    strdup(block);
#elif CALL == MEMCPY
    memcpy(block, buffer + 100, 9000);
#elif CALL == MEMSET
    memset(block, 1, 9000);
#elif CALL == FREE
    free(block);
#elif CALL == REALLOC
    block = realloc(block, 20000);
#elif CALL == MUNMAP
    munmap(block, 16384);
#elif CALL == SHMDT
    shmdt(block);
#elif CALL == SEMOP
    semop(semget(IPC_PRIVATE, 5, 0600), (struct sembuf *)buffer, 1);
#elif CALL == SEM_SETALL
    semctl(semget(IPC_PRIVATE, 5, 0600), 0, SETALL, buffer);
#elif CALL == MREMAP
    mremap(block, 16384, 32768, MREMAP_MAYMOVE);
#elif CALL == RETURN
    function();
#elif CALL == ALLOCA
    allocate(9000);
#elif CALL == ARRAY
    array(9000);
#elif CALL == LONGJMP
    if (!setjmp(jump)) leave(2);
#elif CALL == THREAD_LOCAL
    publish(local);
    publish(0);
#elif CALL == SIZE
    malloc_usable_size(block);
#elif CALL == SEND
    int p[2];
    socketpair(AF_UNIX, SOCK_DGRAM, 0, p);
    send(p[0], buffer, 5, 0);
#elif CALL == SENDMSG
    int p[2];
    struct iovec v = {buffer, 5};
    struct msghdr h = {.msg_iov = &v, .msg_iovlen = 1};
    socketpair(AF_UNIX, SOCK_DGRAM, 0, p);
    sendmsg(p[0], &h, 0);
#elif CALL == WRITE_FILE
    int f = open("/new", O_CREAT | O_RDWR, 0600);
    pwrite(f, buffer, 5, 3);
#elif CALL == WRITE_COUNTER
    int e = eventfd(0, 0);
    write(e, buffer, 8);
#elif CALL == SYMLINK
    symlink(buffer, "/new");
#elif CALL == SIGNAL_MASK
    pthread_sigmask(SIG_BLOCK, (sigset_t *)buffer, 0);
#elif CALL == SIGNAL_ACTION
    sigaction(SIGUSR1, (struct sigaction *)buffer, 0);
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    int pages = CALL == MUNMAP || CALL == MREMAP, heap = CALL >= STRDUP && CALL <= REALLOC;
    char *own = pages  ? mmap(0, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                : heap ? malloc(10000)
                       : 0;
    if (CALL == STRDUP) strcpy(own, "abcdefgh");
    if (CALL == SIZE) own = malloc(10);
    if (CALL == SHMDT) {
        int id = shmget(IPC_PRIVATE, 16384, 0600);
        own = shmat(id, 0, 0);
        shmctl(id, IPC_RMID, 0);
    }
    block = own;
    pthread_create(&t, 0, worker, 0);
    if (CALL == SIZE) {
        free(own);
    } else if (own) {
        own[CALL == STRDUP ? 3 : 8500] = 0;
    } else if (CALL >= RETURN && CALL <= THREAD_LOCAL) {
        pthread_mutex_lock(&mutex);
        char *p = block;
        pthread_mutex_unlock(&mutex);
        if (p) p[8500] = 1;
    } else {
        buffer[CALL == WRITE_FAR ? 8000 : 2] = 'x';
    }
    pthread_join(t, 0);
    return 0;
}
