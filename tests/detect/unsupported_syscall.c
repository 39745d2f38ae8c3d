/* expect: safe */
/* assumption: system call */
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { return syscall(SYS_reboot, 1, 2, 3) == -1 && errno == ENOSYS ? 0 : 1; }
