/* What the emulated kernel does not have. */
#include <errno.h>
#include <heddle/heddle.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
#ifdef FORK
    if (fork() == 0) {
        write(1, "child", 5);
        _exit(0);
    }
#elif defined EXEC
    char *args[] = {"true", 0};
    execv("/bin/true", args);
#else
    heddle_assert(syscall(SYS_inotify_init) == -1 && errno == ENOSYS);
#endif
}
