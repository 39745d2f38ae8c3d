/* Files that are kept: paths lead where the kernel leads them within a folder, records give the same files
 * again, and damaged records are refused or harmless. */
#include "vm/system/kept_files.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[64];

static void sh(const char *command) {
    char *line = xasprintf("cd %s && %s", folder, command);
    assert_int_equal(system(line), 0);
    free(line);
}

static int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%s", "/tmp/heddle-kept-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    sh("mkdir -p a/b c empty && echo word >a/b/file && echo other >a-file && printf 'x\\0y' >zeros");
    sh("ln -s b/file a/link && ln -s /a/b c/absolute && ln -s ../../../../a c/above && ln -s loop loop");
    sh("ln -s two one && ln -s one two && ln -s nowhere c/dangling && ln -s . self && ln -s a/b/file/x "
       "c/below");
    sh("ln -s '/a//b/./../b/' c/odd && chmod 640 a-file");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    sh("rm -rf a c empty a-file zeros loop one two self");
    return rmdir(folder);
}

/* As the kernel finds it. Where anybody on the machine renames or mounts meanwhile, it cannot tell whether
 * ".." led out of the folder, and says EAGAIN: that is no answer about the path. */
static int host_status(const char *path, struct stat *s) {
    int root = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT};
    int fd, error;
    do {
        fd = (int)syscall(SYS_openat2, root, path[1] ? path + 1 : ".", &how, sizeof how);
        error = fd < 0 ? errno : 0;
    } while (error == EAGAIN);
    if (fd >= 0) assert_int_equal(fstat(fd, s), 0);
    if (fd >= 0) close(fd);
    close(root);
    return error;
}

static void compare(const KeptFiles *k, const char *path) {
    struct stat s;
    int error, expected = host_status(path, &s);
    const KeptFile *f = kept_files_look(k, path, &error);
    if (error != expected) fail_msg("%s: error %d, not %d", path, error, expected);
    if (expected) return;
    assert_non_null(f);
    if (f->inode != s.st_ino || f->mode != s.st_mode || f->size != (uint64_t)s.st_size ||
        f->seconds != (uint64_t)s.st_mtim.tv_sec || f->nanoseconds != (uint64_t)s.st_mtim.tv_nsec)
        fail_msg("%s: another file", path);
}

static KeptFiles *read_fine(const char *input) {
    char *error = NULL;
    KeptFiles *k = kept_files_read(folder, input, &error);
    if (!k) fail_msg("%s", error);
    return k;
}

/* All paths of up to four of these words. */
static void leads_as_the_kernel(void **state) {
    (void)state;
    static const char *const words[] = {"a",     "b",        "file",   "c",     "link", "absolute",
                                        "above", "dangling", "a-file", "empty", "odd",  "loop",
                                        "one",   "self",     "below",  "zeros"};
    enum { N = ARRAY_LEN(words) };
    KeptFiles *k = read_fine(NULL);
    compare(k, "/");
    for (unsigned n = 0; n < N * N * N * N; n++) {
        char path[200] = "";
        for (unsigned rest = n, first = true; first || rest; rest /= N, first = false)
            snprintf(path + strlen(path), sizeof path - strlen(path), "/%s", words[rest % N]);
        compare(k, path);
    }
    assert_null(kept_files_stdin(k));
    kept_files_free(k);
}

static void count_name(void *context, const char *name) {
    unsigned *sum = context;
    *sum += (unsigned)strlen(name) * 100 + 1;
}

static void gives_the_same_again(void **state) {
    (void)state;
    char *input = xasprintf("%s/zeros", folder), *error = NULL;
    KeptFiles *k = read_fine(input), *again = kept_files_new();
    for (size_t n = 0; n < kept_files_count(k); n++) {
        size_t size;
        const void *record = kept_files_record(k, n, &size);
        assert_true(kept_files_add(again, record, size));
        /* Neither twice, nor before those that are there. */
        assert_false(kept_files_add(again, record, size));
        record = kept_files_record(k, 0, &size);
        assert_false(kept_files_add(again, record, size));
    }
    assert_true(digest_equal(kept_files_digest(k), kept_files_digest(again)));
    const KeptFile *f = kept_files_stdin(again);
    assert_int_equal(f->length, 3);
    assert_memory_equal(f->data, "x\0y", 3);
    int none;
    f = kept_files_look(again, "/c/absolute/file", &none);
    assert_int_equal(f->length, 5);
    assert_memory_equal(f->data, "word\n", 5);
    unsigned sum = 0;
    kept_files_names(again, kept_files_look(again, "/c/above", &none), count_name, &sum);
    assert_int_equal(sum, 502); /* b, link */
    sum = 0;
    kept_files_names(again, kept_files_look(again, "/self", &none), count_name, &sum);
    assert_int_equal(sum, (1 + 1 + 5 + 6 + 5 + 4 + 3 + 3 + 4) * 100 + 9);
    kept_files_free(again);
    /* Each of these makes another digest. */
    sh("printf 'x\\0z' >zeros");
    again = read_fine(input);
    assert_false(digest_equal(kept_files_digest(k), kept_files_digest(again)));
    kept_files_free(again);
    again = read_fine(NULL);
    assert_false(digest_equal(kept_files_digest(k), kept_files_digest(again)));
    kept_files_free(again);
    assert_null(kept_files_read("/none/here", NULL, &error));
    assert_non_null(strstr(error, "no such folder"));
    free(error);
    kept_files_free(k);
    free(input);
}

static void refuses_damage(void **state) {
    (void)state;
    KeptFiles *k = read_fine(NULL);
    uint64_t random = 1;
    unsigned refused = 0;
    for (unsigned round = 0; round < 3000; round++) {
        KeptFiles *other = kept_files_new();
        bool fine = true;
        for (size_t n = 0; fine && n < kept_files_count(k); n++) {
            size_t size, most;
            const void *record = kept_files_record(k, n, &most);
            size = most;
            uint8_t *copy = memcpy(xmalloc(size), record, size);
            if (random_next(&random) % 8 == 0)
                copy[random_next(&random) % MIN(size, 80)] ^= (uint8_t)(1 + random_next(&random) % 255);
            if (random_next(&random) % 64 == 0) size = random_next(&random) % size;
            if (random_next(&random) % 64) fine = kept_files_add(other, copy, size);
            free(copy);
        }
        refused += !fine;
        int error;
        const KeptFile *f = kept_files_look(other, "/c/absolute/file", &error);
        assert_true(f || error);
        kept_files_look(other, "/self/self/loop/one", &error);
        if ((f = kept_files_look(other, "/", &error))) kept_files_names(other, f, count_name, &refused);
        kept_files_free(other);
    }
    assert_true(refused > 1000);
    kept_files_free(k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(leads_as_the_kernel, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gives_the_same_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_damage, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
