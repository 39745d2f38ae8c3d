/* test_file.c — what writing and reading tests share: who owns a test, and inputs as numbers. See
 * test_file.h. */
#include "report/test_file.h"
#include <stdio.h>
#include <stdlib.h>

bool input_scalar(uint32_t size) { return size == 1 || size == 2 || size == 4 || size == 8; }

void input_scalar_texts(const uint8_t *bytes, uint32_t size, char signed_text[32], char unsigned_text[32]) {
    uint64_t v = 0;
    memcpy(&v, bytes, size);
    unsigned shift = 64 - 8 * size;
    snprintf(signed_text, 32, "%lld", (long long)((int64_t)(v << shift) >> shift));
    snprintf(unsigned_text, 32, "%llu", (unsigned long long)v);
}

static void free_texts(char **list, size_t n) {
    for (size_t i = 0; i < n; i++) free(list[i]);
    free(list);
}

void test_build_clear(TestBuild *b) {
    free(b->directory);
    free_texts(b->files, b->nfiles);
    free_texts(b->compiler, b->ncompiler);
    free(b->entry);
    free(b->interleave);
    free(b->strategy);
    free_texts(b->arguments, b->narguments);
    free_texts(b->environment, b->nenvironment);
    free(b->stdin_path);
    free_texts(b->system, b->nsystem);
    *b = (TestBuild){0};
}

void test_destroy(Test *t) {
    if (!t) return;
    test_build_clear(&t->build);
    finding_free(t->finding);
    free(t);
}
