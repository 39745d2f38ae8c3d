/* report_folder.c — see report_folder.h. */
#include "cli/commands/report/report_folder.h"
#include "cli/cli.h"
#include "report/summary.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define TEST_SUFFIX ".test.json"

/* Tells what is wrong with a file, and notes it for the page. */
static void note_damage(PageInput *in, unsigned *damaged, char *error) {
    cli_error("%s", error);
    texts_add(&in->notes, &in->nnotes, error);
    ++*damaged;
    free(error);
}

static void read_one_test(PageInput *in, const char *path, const char *name, unsigned *damaged) {
    char *error = NULL;
    PageTest t = {.name = xstrdup(name), .test = test_read(path, &error)};
    if (!t.test) {
        note_damage(in, damaged, error);
        free(t.name);
    } else if (finding_is_path(t.test->finding)) {
        vec_push(&in->paths, t);
    } else {
        vec_push(&in->tests, t);
    }
}

static void read_summary(PageInput *in, const char *path, unsigned *damaged) {
    json_error_t e;
    in->summary = json_load_file(path, 0, &e);
    if (in->summary && json_is_object(in->summary)) return;
    json_decref(in->summary);
    note_damage(in, damaged,
                in->summary ? xasprintf("%s: not a summary of heddle test", path)
                            : xasprintf("%s:%d: %s", path, e.line, e.text));
    in->summary = NULL;
}

static void read_coverage(PageInput *in, const char *path, unsigned *damaged) {
    char *error = NULL;
    in->coverage = coverage_read(path, &error);
    if (!in->coverage) note_damage(in, damaged, error);
}

static void read_file_of_folder(PageInput *in, const char *folder, const char *name,
                                unsigned *damaged) {
    char *path = xasprintf("%s/%s", folder, name);
    if (has_suffix(name, TEST_SUFFIX))
        read_one_test(in, path, name, damaged);
    else if (!strcmp(name, SUMMARY_FILE))
        read_summary(in, path, damaged);
    else if (!strcmp(name, COVERAGE_FILE))
        read_coverage(in, path, damaged);
    in->nktests += has_suffix(name, ".ktest");
    free(path);
}

static int compare_report_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool report_folder_read(const char *folder, PageInput *in, unsigned *damaged) {
    DIR *d = opendir(folder);
    if (!d) {
        cli_error("%s: %s", folder, errno == ENOTDIR ? "not a folder" : strerror(errno));
        return false;
    }
    VEC(char *) names = {0};
    for (struct dirent *e; (e = readdir(d));) vec_push(&names, xstrdup(e->d_name));
    closedir(d);
    if (names.len) qsort(names.data, names.len, sizeof *names.data, compare_report_names);
    in->folder = xstrdup(folder);
    for (size_t k = 0; k < names.len; k++) {
        read_file_of_folder(in, folder, names.data[k], damaged);
        free(names.data[k]);
    }
    vec_free(&names);
    if (in->tests.len || in->paths.len || in->summary) return true;
    if (!*damaged) cli_error("%s: neither tests nor a summary of heddle test in it", folder);
    return false;
}
