/* show_summary.c — see show_summary.h. */
#include "cli/commands/show_summary.h"
#include "cli/cli.h"
#include "report/test_file/ktest.h"
#include "report/text.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct TestCounts {
    uint64_t findings, paths, others; /* others: ktest files, which do not say what they are */
    bool failed;
} TestCounts;

static bool ends_with(const char *s, const char *suffix) {
    size_t n = strlen(s), m = strlen(suffix);
    return n > m && !strcmp(s + n - m, suffix);
}

static int compare_test_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void put_test(const char *name, const char *kind, const char *message, const Finding *f) {
    text_clean(stdout, name);
    printf("%s%s", *kind ? "  " : "", kind);
    if (*message) fputs(": ", stdout);
    text_clean(stdout, message);
    putchar('\n');
    for (size_t k = 0; k < f->ninputs; k++) {
        char *text = text_input_fully(&f->inputs[k]);
        fputs("    ", stdout);
        text_clean(stdout, text);
        putchar('\n');
        free(text);
    }
}

static void put_ktest(const char *name, const char *path, TestCounts *counts) {
    char *error = NULL;
    Ktest *k = ktest_read(path, &error);
    if (!k) {
        cli_error("%s", error);
        free(error);
        counts->failed = true;
        return;
    }
    counts->others++;
    put_test(name, "", "", k->path);
    ktest_free(k);
}

static void put_file(const char *folder, const char *name, TestCounts *counts) {
    char *path = xasprintf("%s/%s", folder, name), *error = NULL;
    Test *t = NULL;
    if (ends_with(name, ".ktest")) {
        put_ktest(name, path, counts);
    } else if ((t = test_read(path, &error))) {
        bool is_path = finding_is_path(t->finding);
        counts->paths += is_path;
        counts->findings += !is_path;
        put_test(name, t->finding->kind, t->finding->message, t->finding);
    } else {
        cli_error("%s", error);
        free(error);
        counts->failed = true;
    }
    test_destroy(t);
    free(path);
}

static void put_counts(const TestCounts *counts) {
    char *findings = text_count(counts->findings, "finding", "findings"),
         *paths = text_count(counts->paths, "path", "paths"),
         *others = text_count(counts->others, "ktest file", "ktest files");
    printf("%s, %s, %s\n", findings, paths, others);
    free(findings);
    free(paths);
    free(others);
}

int show_summary(const char *folder) {
    DIR *d = opendir(folder);
    if (!d) {
        cli_error("%s: %s", folder, errno == ENOTDIR ? "not a folder" : strerror(errno));
        return STATUS_USAGE;
    }
    VEC(char *) names = {0};
    for (struct dirent *e; (e = readdir(d));)
        if (ends_with(e->d_name, ".test.json") || ends_with(e->d_name, ".ktest"))
            vec_push(&names, xstrdup(e->d_name));
    closedir(d);
    if (names.len) qsort(names.data, names.len, sizeof *names.data, compare_test_names);
    TestCounts counts = {0};
    for (size_t k = 0; k < names.len; k++) {
        put_file(folder, names.data[k], &counts);
        free(names.data[k]);
    }
    vec_free(&names);
    put_counts(&counts);
    fflush(stdout);
    return counts.failed ? STATUS_USAGE : STATUS_NOTHING;
}
