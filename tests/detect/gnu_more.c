/* expect: safe */
/* More functions and names that glibc has: all of it holds natively, too. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/single_threaded.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static char path[PATH_MAX];
static int visits;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int order(const void *a, const void *b) { return strcmp(a, b); }
static void visit(const void *node, VISIT when, void *argument) {
    if (when == leaf || when == postorder) ++*(int *)argument;
}
static void keeps(void *key) {}
static void unlock(void *p) { pthread_mutex_unlock(p); }

static void texts(void) {
    char text[] = "abcdef", was[] = "abcdef", number[40];
    memfrob(memfrob(text, 6), 6);
    assert(!strcmp(text, was));
    assert(strfry(text) == text && strlen(text) == 6 && strspn(text, was) == 6);
    assert(!strcmp(strndupa("abcdef", 3), "abc") && !strcmp(strndupa("ab", 3), "ab"));
    wchar_t wide[4];
    assert(wmempcpy(wide, L"abc", 4) == wide + 4 && wcschrnul(wide, L'c') == wide + 2);
    assert(wcschrnul(wide, L'x') == wide + 3);
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    char *end;
    assert(strtol_l("-12x", &end, 10, c) == -12 && *end == 'x' && strtoull_l("ff", NULL, 16, c) == 255);
    assert(strtoq("-9", NULL, 10) == -9 && strtouq("9", NULL, 10) == 9 && strtoul_l("7", NULL, 8, c) == 7);
    freelocale(c);
    assert(strfromd(number, sizeof number, "%.3f", 1.5) == 5 && !strcmp(number, "1.500"));
    assert(strfromf(number, sizeof number, "%g", 0.25f) == 4 && !strcmp(number, "0.25"));
    assert(strfroml(number, sizeof number, "%.2e", 1234.0L) == 8 && !strcmp(number, "1.23e+03"));
    assert(rpmatch("yes") == 1 && rpmatch("No") == 0 && rpmatch("x") == -1);
}
static void names(void) {
    assert(!strcmp(sigabbrev_np(SIGINT), "INT") && !sigabbrev_np(0) && !sigabbrev_np(SIGRTMIN));
    assert(!strcmp(sigdescr_np(SIGTERM), "Terminated") && !sigdescr_np(-1) && SIGCLD == SIGCHLD);
    assert(!strcmp(strerrorname_np(EAGAIN), "EAGAIN") && !strcmp(strerrorname_np(0), "0"));
    assert(!strcmp(strerrorname_np(EHWPOISON), "EHWPOISON") && !strerrorname_np(-1) &&
           !strerrorname_np(4000));
    assert(!strcmp(strerrordesc_np(EPERM), "Operation not permitted") &&
           !strcmp(strerrordesc_np(0), "Success"));
    assert(!strerrordesc_np(41));
}
static void memory_and_files(void) {
    char *block = pvalloc(1);
    assert(block && !((uintptr_t)block % 4096));
    block[4095] = 1;
    free(block);
    char *full = canonicalize_file_name(".");
    assert(full && full[0] == '/' && strlen(full) < sizeof path);
    free(full);
    assert(!canonicalize_file_name("/no/such/file") && errno == ENOENT);
    int p[2], event = eventfd(0, 0);
    assert(!pipe(p));
    struct iovec part = {"abcd", 4};
    assert(pwritev2(p[1], &part, 1, -1, 0) == 4 && pwritev2(p[1], &part, 1, -1, 1 << 30) == -1);
    assert(errno == EOPNOTSUPP);
    part = (struct iovec){path, sizeof path};
    assert(preadv2(p[0], &part, 1, -1, 0) == 4 && !strcmp(path, "abcd"));
    struct epoll_event e = {.events = EPOLLIN};
    int set = epoll_create1(0);
    assert(!epoll_ctl(set, EPOLL_CTL_ADD, event, &e));
    struct timespec none = {0, 0}, bad = {0, -1};
    assert(epoll_pwait2(set, &e, 1, &none, NULL) == 0);
    assert(epoll_pwait2(set, &e, 1, &bad, NULL) == -1 && errno == EINVAL);
    assert(eventfd_write(event, 1) == 0 && epoll_pwait2(set, &e, 1, NULL, NULL) == 1);
    assert((ACCESSPERMS | DEFFILEMODE) == 0777 && ALLPERMS == 07777);
    assert(TEMP_FAILURE_RETRY(write(p[1], "x", 1)) == 1 && TEMP_FAILURE_RETRY(close(-1)) == -1);
    struct dirent **list;
    assert(scandirat(AT_FDCWD, "/no/such/folder", &list, NULL, alphasort) == -1);
    unsigned processor = 99, node = 99;
    assert(!getcpu(&processor, &node) && processor < 99 && node < 99 && !group_member(54321));
    struct timespec t;
    struct tm when = {.tm_year = 100, .tm_mday = 1};
    assert(timespec_getres(&t, TIME_UTC) == TIME_UTC && timespec_getres(&t, 99) == 0);
    assert(timelocal(&when) != (time_t)-1);
    void *root = NULL;
    tsearch("b", &root, order), tsearch("a", &root, order), tsearch("c", &root, order);
    twalk_r(root, visit, &visits);
    assert(visits == 3);
    tdestroy(root, keeps);
}

/* What the attributes of a thread say of its processors and signals is what it begins with. */
static void *looks(void *unused) {
    cpu_set_t set;
    sigset_t mask;
    assert(!pthread_getaffinity_np(pthread_self(), sizeof set, &set));
    assert(CPU_COUNT(&set) == 1 && CPU_ISSET(0, &set) && sched_getcpu() == 0);
    assert(!pthread_sigmask(SIG_BLOCK, NULL, &mask));
    assert(sigismember(&mask, SIGUSR1) && !sigismember(&mask, SIGUSR2));
    pthread_mutex_lock(&m);
    pthread_cleanup_push_defer_np(unlock, &m);
    pthread_cleanup_pop_restore_np(1);
    return NULL;
}
static void *stack_size(void *unused) {
    pthread_attr_t a;
    size_t size;
    assert(!pthread_getattr_np(pthread_self(), &a) && !pthread_attr_getstacksize(&a, &size));
    pthread_attr_destroy(&a);
    return (void *)size;
}
static void defaults(void) {
    pthread_attr_t a;
    pthread_t t;
    size_t size, usual;
    void *result;
    assert(!pthread_getattr_default_np(&a) && !pthread_attr_getstacksize(&a, &usual) && usual >= 1 << 16);
    assert(!pthread_attr_setstacksize(&a, 2 * usual) && !pthread_setattr_default_np(&a));
    assert(!pthread_getattr_default_np(&a) && !pthread_attr_getstacksize(&a, &size) && size == 2 * usual);
    assert(!pthread_attr_destroy(&a) && !pthread_attr_init(&a));
    assert(!pthread_attr_getstacksize(&a, &size) && size == 2 * usual);
    assert(!pthread_create(&t, NULL, stack_size, NULL) && !pthread_join(t, &result));
    assert((size_t)result >= size - 8192 && (size_t)result <= size + 8192);
}
static void attributes(void) {
    pthread_attr_t a;
    cpu_set_t set;
    sigset_t mask, own;
    pthread_t t;
    pthread_attr_init(&a);
    assert(!pthread_attr_getaffinity_np(&a, sizeof set, &set) && CPU_COUNT(&set) == 8 * (int)sizeof set);
    assert(pthread_attr_getsigmask_np(&a, &mask) == PTHREAD_ATTR_NO_SIGMASK_NP);
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    assert(!pthread_attr_setaffinity_np(&a, sizeof set, &set));
    CPU_ZERO(&set);
    assert(!pthread_attr_getaffinity_np(&a, sizeof set, &set) && CPU_COUNT(&set) == 1 && CPU_ISSET(0, &set));
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR1);
    assert(!pthread_attr_setsigmask_np(&a, &mask));
    sigemptyset(&own);
    sigaddset(&own, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &own, NULL);
    assert(!pthread_attr_getsigmask_np(&a, &mask) && sigismember(&mask, SIGUSR1));
    assert(!pthread_create(&t, &a, looks, NULL) && !pthread_join(t, NULL));
    pthread_sigmask(SIG_BLOCK, NULL, &own);
    assert(sigismember(&own, SIGUSR2) && !sigismember(&own, SIGUSR1));
    pthread_attr_destroy(&a);
    pthread_attr_init(&a);
    CPU_ZERO(&set);
    CPU_SET(60, &set); /* no machine of the tests has it */
    assert(!pthread_attr_setaffinity_np(&a, sizeof set, &set));
    assert(pthread_create(&t, &a, looks, NULL) == EINVAL);
    assert(!pthread_attr_setaffinity_np(&a, 0, NULL));
    assert(!pthread_attr_getaffinity_np(&a, sizeof set, &set) && CPU_COUNT(&set) == 8 * (int)sizeof set);
    int before = sigblock(sigmask(SIGHUP));
    assert(siggetmask() == (before | sigmask(SIGHUP)) && sigsetmask(before) == (before | sigmask(SIGHUP)));
    assert(tgkill(getpid(), gettid(), 0) == 0 && pthread_sigqueue(pthread_self(), 0, (union sigval){0}) == 0);
    (void)__libc_single_threaded;
}

int main(void) {
    texts();
    names();
    memory_and_files();
    attributes();
    defaults();
}
