/* expect: incomplete */
/* incomplete: `fork` makes another process, which may store to shared memory */
/* Children that store to memory that they share with their parent. */
#include <heddle/heddle.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
    char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (heddle_range(0, 2, "copies")) {
        if (fork() == 0) {
            strcpy(p, "child");
            _exit(0);
        }
    } else if (fork() == 0) {
        *p = 'c';
        _exit(0);
    }
    heddle_assert(0); /* no call returns */
}
