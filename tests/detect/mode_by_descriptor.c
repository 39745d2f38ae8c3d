/* expect: assertion @new "0444"; assertion @old "0444" */
/* fchmod names the file alone, and stat reaches it by its name. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/stat.h>

static int file;

static void *change(void *p) {
    fchmod(file, 0444);
    return p;
}

int main(void) {
    pthread_t t;
    struct stat s;
    file = open("/f", O_RDWR | O_CREAT, 0600);
    pthread_create(&t, 0, change, 0);
    stat("/f", &s);
    pthread_join(t, 0);
    if (s.st_mode & 0200)
        heddle_assert((s.st_mode & 0777) == 0444); /*old*/
    else
        heddle_assert((s.st_mode & 0777) != 0444); /*new*/
    return 0;
}
