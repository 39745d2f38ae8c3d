/* expect: safe */
/* A file comes into a folder, by rename or link, or the folder is removed: not both. */
#include <fcntl.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int renamed, linked;

static void *renames(void *p) {
    renamed = rename("/f", "/d/f") == 0;
    return p;
}
static void *links(void *p) {
    linked = link("/g", "/e/g") == 0;
    return p;
}

int main(void) {
    pthread_t t[2];
    mkdir("/d", 0700);
    mkdir("/e", 0700);
    close(open("/f", O_RDWR | O_CREAT, 0600));
    close(open("/g", O_RDWR | O_CREAT, 0600));
    pthread_create(&t[0], 0, renames, 0);
    int removed = rmdir("/d") == 0;
    pthread_join(t[0], 0);
    heddle_assert(removed != renamed);
    pthread_create(&t[1], 0, links, 0);
    removed = rmdir("/e") == 0;
    pthread_join(t[1], 0);
    heddle_assert(removed != linked);
    return 0;
}
