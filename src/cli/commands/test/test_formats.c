/* test_formats.c — see test_formats.h. */
#include "cli/commands/test/test_formats.h"
#include "report/formats/annotations.h"
#include "report/formats/junit.h"
#include "report/formats/sarif.h"
#include "report/formats/run/witness.h"
#include "report/write_file.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A format, and where the settings have the name of its file. */
typedef struct ReportFormat {
    size_t file;
    const char *name;                /* for the error message */
    char *(*text)(const Summary *s); /* NULL: there is nothing to write */
} ReportFormat;

static const ReportFormat report_formats[] = {
    {offsetof(TestSettings, sarif), "SARIF report", sarif_text},
    {offsetof(TestSettings, junit), "JUnit report", junit_text},
    {offsetof(TestSettings, witness), "witness", witness_text},
};

static const char **format_file(TestSettings *settings, const ReportFormat *f) {
    return (const char **)((char *)settings + f->file);
}

/* Removes the file of an earlier exploration, which would be read as one of this exploration. */
static void remove_earlier(const char *path) {
    struct stat st;
    if (lstat(path, &st) == 0 && S_ISREG(st.st_mode)) unlink(path);
}

static bool format_write(const char *path, const ReportFormat *f, const Summary *s) {
    char *text = f->text(s), *error = NULL;
    if (!text) {
        remove_earlier(path);
        return true;
    }
    bool fine = write_atomically(path, text, strlen(text), &error);
    if (!fine) cli_error("the %s could not be written: %s", f->name, error);
    free(error);
    free(text);
    return fine;
}

/* Prints annotations for GitHub, the only reader of annotations so far. */
static void print_annotations(const Summary *s) {
    char *text = annotations_text(s, getenv("GITHUB_WORKSPACE"));
    fputs(text, stdout);
    free(text);
}

bool formats_write(const TestSettings *settings, const Summary *s) {
    TestSettings copy = *settings;
    bool fine = true;
    for (size_t k = 0; k < ARRAY_LEN(report_formats); k++) {
        const char *path = *format_file(&copy, &report_formats[k]);
        if (path) fine &= format_write(path, &report_formats[k], s);
    }
    if (settings->annotations) print_annotations(s);
    return fine;
}

void formats_none(TestSettings *settings) {
    settings->annotations = NULL;
    for (size_t k = 0; k < ARRAY_LEN(report_formats); k++)
        *format_file(settings, &report_formats[k]) = NULL;
}
