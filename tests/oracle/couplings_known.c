/*
 * couplings_known.c — one small program for each rule by which couplings are counted (see couplings.c): what
 * the oracle itself is tested with, before random programs are. The first is the example of
 * "Bounded-Interference Sequentialization for Testing Concurrent Programs" (Razavi, Farzan and Holzer,
 * section 2).
 */
#include "couplings_known.h"
#include <stddef.h>

const char known_couplings_prologue[] = "#include <pthread.h>\n"
                                        "#include <stdatomic.h>\n"
                                        "#include <stdlib.h>\n"
                                        "#include <heddle/heddle.h>\n"
                                        "static int x, y, *q;\n"
                                        "static atomic_int a;\n"
                                        "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                                        "static pthread_t h1, h2, h3;\n";

#define ROUTINE(name, body) "static void *" name "(void *r) {\n" body "    return r;\n}\n"
#define CREATE_TWO "    pthread_create(&h1, 0, t1, 0);\n    pthread_create(&h2, 0, t2, 0);\n"
#define JOIN_TWO "    pthread_join(h1, 0);\n    pthread_join(h2, 0);\n"
#define MAIN(before, after) "int main(void) {\n" before CREATE_TWO after JOIN_TWO "    return 0;\n}\n"
#define MAIN_OF_THREE                                                                                       \
    "int main(void) {\n" CREATE_TWO "    pthread_create(&h3, 0, t3, 0);\n" JOIN_TWO "    pthread_join(h3, " \
    "0);\n    return 0;\n}\n"

const KnownCouplings known_couplings[] = {
    {"bluetooth",
     "static atomic_int pending;\n"
     "static int stopping, event, stopped;\n" /* t1 is Add, t2 is Stop */
     ROUTINE("t1", "    int status = -1;\n"
                   "    if (!stopping) {\n"
                   "        atomic_fetch_add(&pending, 1);\n"
                   "        status = 0;\n"
                   "    }\n"
                   "    if (status == 0) heddle_assert(!stopped);\n"
                   "    if (atomic_fetch_sub(&pending, 1) == 1) event = 1;\n")
         ROUTINE("t2", "    stopping = 1;\n"
                       "    if (atomic_fetch_sub(&pending, 1) == 1) event = 1;\n"
                       "    heddle_assume(event);\n"
                       "    stopped = 1;\n") MAIN("    pending = 1;\n", ""),
     2, 2},
    {"nobody else is needed",
     ROUTINE("t1", "    x = 1;\n    heddle_assert(x != 1);\n") ROUTINE("t2", "    x = 2;\n") MAIN("", ""), 0,
     0},
    {"one read", ROUTINE("t1", "    heddle_assert(x != 1);\n") ROUTINE("t2", "    x = 1;\n") MAIN("", ""), 1,
     1},
    {"what main did after creations is there",
     ROUTINE("t1", "    heddle_assert(x != 1 || y != 1);\n") ROUTINE("t2", "    x = 1;\n")
         MAIN("", "    y = 1;\n"),
     1, 1},
    {"main cannot come later",
     ROUTINE("t1", "    heddle_assert(x != 1 || y == 1);\n") ROUTINE("t2", "    x = 1;\n")
         MAIN("", "    y = 1;\n"),
     NO_PAIR, NO_PAIR},
    {"the same read again",
     ROUTINE("t1", "    int r0 = x, r1 = x;\n    heddle_assert(!r0 || !r1);\n") ROUTINE("t2", "    x = 1;\n")
         MAIN("", ""),
     1, 2},
    {"the same value of another write",
     ROUTINE("t1", "    int r0 = x, r1 = y, r2 = x;\n    heddle_assert(!r0 || r1 != 2 || !r2);\n")
         ROUTINE("t2", "    x = 1;\n    y = 1;\n    x = 1;\n    y = 2;\n") MAIN("", ""),
     2, 3},
    {"two reads",
     ROUTINE("t1", "    int r0 = x, r1 = y;\n    heddle_assert(r0 != 1 || r1 != 1);\n")
         ROUTINE("t2", "    x = 1;\n    y = 1;\n") MAIN("", ""),
     2, 2},
    {"three reads",
     ROUTINE("t1", "    int r0 = x, r1 = x, r2 = x;\n    heddle_assert(r0 != 1 || r1 != 2 || r2 != 3);\n")
         ROUTINE("t2", "    x = 1;\n    x = 2;\n    x = 3;\n") MAIN("", ""),
     3, 3},
    {"four reads",
     ROUTINE("t1", "    int s = x;\n    s = s * 10 + x;\n    s = s * 10 + x;\n    s = s * 10 + x;\n"
                   "    heddle_assert(s != 1234);\n")
         ROUTINE("t2", "    x = 1;\n    x = 2;\n    x = 3;\n    x = 4;\n") MAIN("", ""),
     4, 4},
    {"each needs the other",
     ROUTINE("t1", "    x = 1;\n    heddle_assert(!y);\n") ROUTINE("t2", "    if (x) y = 1;\n") MAIN("", ""),
     NO_PAIR, NO_PAIR},
    {"a read-modify-write reads",
     ROUTINE("t1", "    heddle_assert(atomic_fetch_add(&a, 1) != 1);\n")
         ROUTINE("t2", "    atomic_fetch_add(&a, 1);\n") MAIN("", ""),
     1, 1},
    {"what was written over is read",
     ROUTINE("t1", "    x = 2;\n    heddle_assert(x == 2);\n") ROUTINE("t2", "    x = 1;\n") MAIN("", ""), 1,
     1},
    {"two writes of one read",
     "static union { int half[2]; long whole; } u;\n" ROUTINE(
         "t1", "    heddle_assert(u.whole != (1l << 32) + 1);\n")
         ROUTINE("t2", "    u.half[0] = 1;\n    u.half[1] = 1;\n") MAIN("", ""),
     2, 2},
    {"a lock makes no coupling",
     ROUTINE("t1", "    pthread_mutex_lock(&m);\n    int r0 = x, r1 = y;\n    pthread_mutex_unlock(&m);\n"
                   "    heddle_assert(r0 != 1 || r1 != 1);\n")
         ROUTINE("t2", "    pthread_mutex_lock(&m);\n    x = 1;\n    y = 1;\n    pthread_mutex_unlock(&m);\n")
             MAIN("", ""),
     2, 2},
    {"a write under a lock",
     ROUTINE("t1", "    heddle_assert(x != 1);\n")
         ROUTINE("t2", "    pthread_mutex_lock(&m);\n    x = 1;\n    x = 2;\n    pthread_mutex_unlock(&m);\n")
             MAIN("", ""),
     1, 1},
    {"the other waits for the lock",
     ROUTINE("t1", "    pthread_mutex_lock(&m);\n    heddle_assert(y != 1);\n    pthread_mutex_unlock(&m);\n")
         ROUTINE("t2", "    y = 1;\n    pthread_mutex_lock(&m);\n    pthread_mutex_unlock(&m);\n")
             MAIN("", ""),
     1, 1},
    {"an input",
     ROUTINE("t1", "    int n = heddle_int(\"n\");\n    heddle_assert(n != 5 || x != 7);\n")
         ROUTINE("t2", "    x = heddle_int(\"m\");\n") MAIN("", ""),
     1, 1},
    {"a lock that the other has",
     ROUTINE("t1", "    heddle_assert(pthread_mutex_trylock(&m) == 0);\n")
         ROUTINE("t2", "    pthread_mutex_lock(&m);\n    pthread_mutex_unlock(&m);\n") MAIN("", ""),
     1, 1},
    {"a lock that the other has not got",
     ROUTINE("t1", "    pthread_mutex_lock(&m);\n    heddle_assert(!x);\n    pthread_mutex_unlock(&m);\n")
         ROUTINE("t2", "    if (pthread_mutex_trylock(&m)) x = 1;\n") MAIN("", ""),
     NO_PAIR, NO_PAIR},
    {"a pointer and what it leads to",
     ROUTINE("t1", "    if (q) heddle_assert(*q != 1);\n")
         ROUTINE("t2", "    int *p = malloc(sizeof *p);\n    *p = 1;\n    q = p;\n") MAIN("", ""),
     2, 3},
    {"a third thread that ran before",
     ROUTINE("t1", "    x = 1;\n") ROUTINE("t2", "    if (x) y = 1;\n")
         ROUTINE("t3", "    heddle_assert(!y);\n") MAIN_OF_THREE,
     0, 0},
    {"a third thread in between",
     "static union { int half[2]; long whole; } u;\n" ROUTINE(
         "t1", "    long before = u.whole;\n    heddle_assert(before || u.whole != (1l << 32) + 1);\n")
         ROUTINE("t2", "    u.half[0] = 1;\n") ROUTINE("t3", "    u.half[1] = 1;\n") MAIN_OF_THREE,
     NO_PAIR, NO_PAIR},
    {"main, which goes on",
     ROUTINE(
         "t1",
         "    int s = x;\n    s = s * 10 + x;\n    heddle_assert(s != 12);\n") "int main(void) {\n    "
                                                                               "pthread_t h;\n    "
                                                                               "pthread_create(&h, 0, t1, "
                                                                               "0);\n    x = 1;\n    x = 2;\n"
                                                                               "    x = 3;\n    "
                                                                               "pthread_join(h, 0);\n    "
                                                                               "return 0;\n}\n",
     2, 2},
    {"main, behind the end of a thread and before",
     ROUTINE("t1", "    x = 1;\n    x = 2;\n    x = 3;\n") "int main(void) {\n    pthread_t h;\n    "
                                                           "pthread_create(&h, 0, t1, 0);\n    int s = x;\n"
                                                           "    pthread_join(h, 0);\n    heddle_assert(s != "
                                                           "2 || x != 3);\n    return 0;\n}\n",
     2, 2},
    {NULL, NULL, 0, 0},
};
