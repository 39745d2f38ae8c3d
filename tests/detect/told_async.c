/* expect: safe */
/* assumption: signals of input and output (O_ASYNC) do not come */
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    pipe(ends);
    fcntl(ends[0], F_SETOWN, getpid());
    fcntl(ends[0], F_SETFL, O_ASYNC);
}
