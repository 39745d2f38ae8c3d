/* expect: safe */
/* A pipe with O_DIRECT keeps apart what was written by several calls. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <unistd.h>

int main(void) {
    static char bytes[5000];
    int ends[2];
    heddle_assert(pipe2(ends, O_DIRECT) == 0);
    write(ends[1], "one", 3);
    write(ends[1], "second", 6);
    write(ends[1], bytes, 5000);
    heddle_assert(read(ends[0], bytes, 10) == 3);
    heddle_assert(read(ends[0], bytes, 2) == 2);
    heddle_assert(read(ends[0], bytes, 5000) == 4096);
    close(ends[1]);
    heddle_assert(read(ends[0], bytes, 5000) == 5000 - 4096);
    heddle_assert(read(ends[0], bytes, 5000) == 0);
}
