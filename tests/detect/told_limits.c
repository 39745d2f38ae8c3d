/* expect: safe */
/* assumption: a limit of the process was set that has no effect */
#include <sys/resource.h>

int main(void) { setrlimit(RLIMIT_FSIZE, &(struct rlimit){10, 10}); }
