/* test_program_file.c — a program that was written and read back is the same one, damaged bytes make no other
 * one and do no harm, and the folder of the cache stays as small as it is to be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "program/load/program_cache.h"
#include "program/program_file.h"
#include "small_program.h"
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

static const char text[] =
    "#include <stdio.h>\n"
    "#include <heddle/heddle.h>\n"
    "static char large[1 << 20]; static int table[3000] = {[5] = 1, [2999] = 2};\n"
    "static _Thread_local int own = 7; static const char *const names[] = {\"a\", \"b\", \"a\"};\n"
    "static __attribute__((constructor)) void begin(void) { table[7] = 3; }\n"
    "static __attribute__((destructor)) void end(void) { table[7] = 4; }\n"
    "int f(int n) { switch (n) { case 1: return 5; case 3: return 6; case 4: return 9; case 90: return 1; }\n"
    "  int local[4]; for (int k = 0; k < 4; k++) local[k] = n + k; return local[n & 3]; }\n"
    "int main(void) { printf(\"%s %d\\n\", names[1], f(table[5]) + own + large[9]); return 0; }\n";

static char *code_of(const Program *p) {
    char *out = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&out, &n);
    assert_true(program_dump(p, NULL, f));
    fclose(f);
    return out;
}

static Bytes written(const Program *p, const LoadRecord *r) {
    Bytes b = {0};
    program_file_write(&b, p, r);
    return b;
}

/* Reads a copy. */
static Program *read_copy(const Bytes *b, size_t len, LoadRecord *record) {
    uint8_t *copy = xmalloc(len + 1);
    memcpy(copy, b->data, len);
    Program *p = program_file_read(copy, 0, len, record);
    if (!p) free(copy);
    return p;
}

static LoadRecord some_record(void) {
    LoadRecord r = {0};
    str_add(&r.messages, "a warning\n");
    vec_push(&r.members, ((LibraryMember){xstrdup("libc/x.bc"), {{1, 2}}}));
    return r;
}

static void same_texts(const char *a, const char *b) {
    if (a && b)
        assert_string_equal(a, b);
    else
        assert_ptr_equal(a, b);
}

static void test_same(void **state) {
    (void)state;
    Program *p = small_program(text, false);
    LoadRecord record = some_record(), back = {0};
    Bytes b = written(p, &record);
    assert_true(b.len < 1 << 20); /* zeros are not written */
    Program *q = read_copy(&b, b.len, &back);
    assert_non_null(q);
    char *x = code_of(p), *y = code_of(q);
    assert_string_equal(x, y);
    free(x);
    free(y);
    x = program_layout_text(p);
    y = program_layout_text(q);
    assert_string_equal(x, y);
    free(x);
    free(y);
    assert_int_equal(p->hash, q->hash);
    assert_int_equal(p->nlocs, q->nlocs);
    for (uint32_t k = 0; k < p->nlocs; k++) {
        same_texts(p->locs[k].file, q->locs[k].file);
        same_texts(p->locs[k].function, q->locs[k].function);
        assert_int_equal(p->locs[k].line, q->locs[k].line);
        assert_int_equal(p->locs[k].column, q->locs[k].column);
        assert_int_equal(p->locs[k].inlined_at, q->locs[k].inlined_at);
    }
    assert_int_equal(p->nswitches, q->nswitches);
    bool dense = false;
    for (uint32_t k = 0; k < p->nswitches; k++) {
        const SwitchTable *s = &p->switches[k], *t = &q->switches[k];
        assert_int_equal(s->len, t->len);
        assert_int_equal(s->span, t->span);
        assert_memory_equal(s->value, t->value, s->len * sizeof *s->value);
        assert_memory_equal(s->target, t->target, s->len * sizeof *s->target);
        assert_memory_equal(s->next, t->next, s->len * sizeof *s->next);
        assert_memory_equal(s->first, t->first, s->len * sizeof *s->first);
        dense |= s->span != 0;
        if (s->span) assert_memory_equal(s->dense, t->dense, s->span * sizeof *s->dense);
    }
    assert_true(dense);
    assert_int_equal(p->image_size, q->image_size);
    assert_memory_equal(p->image, q->image, p->image_size);
    assert_int_equal(p->tls_size, q->tls_size);
    assert_memory_equal(p->tls_image, q->tls_image, p->tls_size);
    assert_int_equal(p->nmessages, q->nmessages);
    for (uint32_t k = 0; k < p->nmessages; k++) assert_string_equal(p->messages[k], q->messages[k]);
    assert_int_equal(p->nconstructors, q->nconstructors);
    assert_int_equal(p->ndestructors, q->ndestructors);
    assert_memory_equal(p->constructors, q->constructors, p->nconstructors * sizeof *p->constructors);
    assert_string_equal(p->entry_name, q->entry_name);
    same_texts(p->layout_rest, q->layout_rest);
    assert_string_equal(back.messages.data, "a warning\n");
    assert_int_equal(back.members.len, 1);
    assert_string_equal(back.members.data[0].path, "libc/x.bc");
    /* Written again, it is as long. */
    Bytes again = written(q, &back);
    assert_int_equal(again.len, b.len);
    vec_free(&again);
    vec_free(&b);
    load_record_clear(&record);
    load_record_clear(&back);
    program_free(p);
    program_free(q);
}

/* Offsets are looked at even where no digest was. */
static void test_damaged_bytes(void **state) {
    (void)state;
    Program *p = small_program(text, false);
    LoadRecord record = some_record();
    Bytes b = written(p, &record);
    uint64_t seed = 7;
    for (size_t n = 0; n < 300; n++) {
        LoadRecord back = {0};
        size_t len = (size_t)(next_random(&seed) % b.len);
        Program *q = read_copy(&b, len, &back);
        assert_null(q);
        load_record_clear(&back);
    }
    for (size_t n = 0; n < 300; n++) {
        Bytes damaged = {0};
        bytes_add(&damaged, b.data, b.len);
        /* Half of them where pointers and counts of the whole are. */
        size_t at = (size_t)(next_random(&seed) % (n % 2 ? b.len : sizeof(Program)));
        damaged.data[at] ^= (uint8_t)(1 + next_random(&seed) % 255);
        LoadRecord back = {0};
        /* A size that is too large to allocate would end the process; nothing but the digest helps there. */
        bool sizes = (at >= offsetof(Program, image_size) && at < offsetof(Program, readonly_size)) ||
                     (at >= offsetof(Program, tls_size) && at < offsetof(Program, layout_end));
        Program *q = sizes ? NULL : read_copy(&damaged, damaged.len, &back);
        program_free(q);
        load_record_clear(&back);
        vec_free(&damaged);
    }
    vec_free(&b);
    load_record_clear(&record);
    program_free(p);
}

static bool stored(const char *folder, uint64_t number, size_t size) {
    size_t offset, len;
    uint8_t *data = program_cache_find(folder, CACHE_PROGRAM, (Digest){{number, 1}}, &offset, &len);
    if (!data) return false;
    assert_int_equal(len, size);
    for (size_t k = 0; k < len; k++) assert_int_equal(data[offset + k], (uint8_t)number);
    free(data);
    return true;
}

static void test_folder(void **state) {
    (void)state;
    char base[] = "/tmp/heddle-unit-XXXXXX";
    assert_non_null(mkdtemp(base));
    char *folder = xasprintf("%s/a/b", base), *other = xasprintf("%s/notes.program", folder);
    uint8_t bytes[1000];
    assert_false(stored(folder, 1, sizeof bytes));
    for (uint64_t n = 1; n <= 5; n++) {
        memset(bytes, (int)n, sizeof bytes);
        program_cache_store(folder, CACHE_PROGRAM, (Digest){{n, 1}}, bytes, sizeof bytes, 1 << 20);
        assert_true(stored(folder, n, sizeof bytes));
    }
    close(open(other, O_WRONLY | O_CREAT, 0600));
    /* All were used long ago, 5 first and 1 last, but for 3, which is used now. */
    for (uint64_t n = 1; n <= 5; n++) {
        char *path = xasprintf("%s/%016llx%016llx.program", folder, (unsigned long long)n, 1ull);
        struct timespec long_ago = {.tv_sec = 1000000 - (time_t)n};
        assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[]){long_ago, long_ago}, 0), 0);
        free(path);
    }
    assert_true(stored(folder, 3, sizeof bytes));
    memset(bytes, 6, sizeof bytes);
    program_cache_store(folder, CACHE_PROGRAM, (Digest){{6, 1}}, bytes, sizeof bytes,
                        3 * (sizeof bytes + 100));
    assert_true(stored(folder, 6, sizeof bytes));
    assert_true(stored(folder, 3, sizeof bytes));
    assert_true(stored(folder, 1, sizeof bytes));
    for (uint64_t n = 2; n <= 5; n++) assert_true(n == 3 || !stored(folder, n, sizeof bytes));
    assert_int_equal(access(other, F_OK), 0); /* nobody else's file is removed */
    /* What does not fit is not stored, and removes nothing. */
    program_cache_store(folder, CACHE_PROGRAM, (Digest){{7, 1}}, bytes, sizeof bytes, sizeof bytes);
    assert_false(stored(folder, 7, sizeof bytes));
    assert_true(stored(folder, 6, sizeof bytes));
    /* Bytes of one key are nothing under another. */
    char *from = xasprintf("%s/%016x%016x.program", folder, 6, 1),
         *to = xasprintf("%s/%016x%016x.program", folder, 8, 1);
    assert_int_equal(rename(from, to), 0);
    assert_false(stored(folder, 8, sizeof bytes));
    free(from);
    free(to);
    free(folder);
    free(other);
    char *command = xasprintf("rm -r %s", base);
    assert_int_equal(system(command), 0);
    free(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_damaged_bytes),
        cmocka_unit_test(test_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
