/* expect: assertion @SECOND; assertion @THREAD; assertion @NONE; assertion @LOADED */
/* Names that look like those that a second input of a name has, or one of a thread, or none at all. */
#include <heddle/heddle.h>
#include <pthread.h>

static int of_thread;

static void *thread(void *p) {
    of_thread = heddle_int("x");
    return p;
}

int main(int argc, char **argv) {
    (void)argv;
    pthread_t t;
    int which = heddle_int("which");
    int x = heddle_int("x"), second = heddle_int("x"), like_second = heddle_int("x#2");
    int like_thread = heddle_int("x@0.1"), none = heddle_int(""), none_too = heddle_int("input");
    int loaded = heddle_int("?0:3:4");
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    if (which == 0) heddle_assert(second == like_second);     /* SECOND */
    if (which == 1) heddle_assert(of_thread == like_thread);  /* THREAD */
    if (which == 2) heddle_assert(none == none_too);          /* NONE */
    if (which == 3) heddle_assert(loaded == x || argc == 99); /* LOADED */
    return 0;
}
