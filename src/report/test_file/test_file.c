/* test_file.c — shared by writing and reading tests: ownership of a test, and inputs as numbers.
 * See test_file.h. */
#include "report/test_file/test_file.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

bool input_scalar(uint32_t size) { return size == 1 || size == 2 || size == 4 || size == 8; }

void input_scalar_texts(const uint8_t *bytes, uint32_t size, char signed_text[32],
                        char unsigned_text[32]) {
    uint64_t v = 0;
    memcpy(&v, bytes, size);
    unsigned shift = 64 - 8 * size;
    snprintf(signed_text, 32, "%lld", (long long)((int64_t)(v << shift) >> shift));
    snprintf(unsigned_text, 32, "%llu", (unsigned long long)v);
}

#define TEXT(field) BUILD_TEXT, offsetof(TestBuild, field)
#define TEXTS(field) BUILD_TEXTS, offsetof(TestBuild, field), offsetof(TestBuild, n##field)
#define FLAG(field) BUILD_FLAG, offsetof(TestBuild, field)

const BuildField build_fields[] = {
    {"directory", TEXT(directory)},
    {"files", TEXTS(files)},
    {"plugins", TEXTS(plugins), .may_be_missing = true, .missing_where_empty = true},
    {"compiler", TEXTS(compiler)},
    {"entry", TEXT(entry)},
    {"no_optimisation", FLAG(no_optimisation)},
    {"relaxed_volatile", FLAG(relaxed_volatile), .may_be_missing = true},
    {"interleave", TEXT(interleave)},
    {"strategy", TEXT(strategy)},
    {"check_overflow", FLAG(run.check_overflow)},
    {"check_leak", FLAG(run.check_leak)},
    {"check_uninitialised", FLAG(run.check_uninitialised), .may_be_missing = true},
    {"check_race", FLAG(run.check_race)},
    {"spurious_wakeups", FLAG(run.spurious_wakeups), .may_be_missing = true},
    {"no_spurious_wakeups", FLAG(run.no_spurious_wakeups), .may_be_missing = true},
    {"arguments", TEXTS(arguments)},
    {"environment", TEXTS(environment)},
    {"stdin", BUILD_TEXT_OR_NULL, offsetof(TestBuild, stdin_path)},
    {"system", TEXTS(system), .may_be_missing = true, .missing_where_empty = true},
    {"layout", BUILD_TEXT_OR_NULL, offsetof(TestBuild, layout), .may_be_missing = true},
    {0},
};

void test_build_clear(TestBuild *b) {
    for (const BuildField *f = build_fields; f->key; f++) {
        char *at = (char *)b + f->offset;
        if (f->type == BUILD_FLAG) continue;
        if (f->type == BUILD_TEXTS) {
            char **list = *(char ***)at;
            size_t n = *(size_t *)((char *)b + f->count);
            for (size_t i = 0; i < n; i++) free(list[i]);
            free(list);
        } else {
            free(*(char **)at);
        }
    }
    *b = (TestBuild){0};
}

void test_destroy(Test *t) {
    if (!t) return;
    test_build_clear(&t->build);
    finding_free(t->finding);
    free(t);
}
