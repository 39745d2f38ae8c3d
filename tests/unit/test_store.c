/* The database of explorations: what was written is read again, files that are not ours are left alone, and a
 * file becomes as small as it is asked to. */
#include "sample_store.h"

static void reads_what_was_written(void **state) {
    (void)state;
    Database *d = open_fine();
    fill(d);
    for (unsigned round = 0; round < 2; round++) {
        Contents c = contents_of(d);
        assert_false(c.wrong);
        assert_int_equal(c.versions, VERSIONS);
        assert_int_equal(c.findings, VERSIONS);
        for (uint64_t lineage = 1; lineage <= VERSIONS; lineage++)
            assert_int_equal(seen_of(d, lineage).count, CHUNKS);
        assert_int_equal(seen_of(d, VERSIONS + 1).count, 0);
        assert_int_equal(database_damaged(d), 0);
        database_close(d);
        d = open_fine();
    }
    /* Whoever looks may stop. */
    Seen s = {.lineage = 1, .stop_after = 3};
    char *error = NULL;
    assert_true(database_each_chunk(d, 1, SETTINGS, NULL, see, &s, &error));
    assert_int_equal(s.count, 3);
    assert_true(database_each_chunk(d, 1, SETTINGS + 1, NULL, see, &s, &error));
    assert_int_equal(s.count, 3);
    /* Only the file is left. */
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(database_bytes(d), st.st_size);
    database_close(d);
    char journal[128];
    snprintf(journal, sizeof journal, "%s-journal", path);
    assert_int_equal(access(journal, F_OK), -1);
}

static void finds_the_newest(void **state) {
    (void)state;
    Database *d = open_fine();
    fill(d);
    Arena *arena = arena_new();
    VersionInfo v;
    char *error = NULL;
    assert_true(database_find(d, 0, SETTINGS, VERSION_ANY, arena, &v, &error));
    assert_int_equal(v.id, VERSIONS);
    assert_false(v.finished);
    assert_true(database_find(d, 0, SETTINGS, VERSION_FINISHED, arena, &v, &error));
    assert_int_equal(v.id, VERSIONS - 1);
    assert_true(v.finished && v.complete);
    assert_int_equal(v.chunks, CHUNKS);
    assert_int_equal(v.findings, 1);
    assert_true(database_find(d, 1 | 1ull << 63, SETTINGS, VERSION_ANY, arena, &v, &error));
    assert_int_equal(v.id, 1);
    VersionInfo again = version(1);
    int64_t id = database_begin(d, &again, &error);
    assert_true(id > VERSIONS);
    assert_true(database_find(d, 1 | 1ull << 63, SETTINGS, VERSION_ANY, arena, &v, &error));
    assert_int_equal(v.id, id);
    assert_false(database_find(d, 12345, SETTINGS, VERSION_ANY, arena, &v, &error));
    assert_null(error);
    assert_false(database_find(d, 0, SETTINGS + 1, VERSION_ANY, arena, &v, &error));
    assert_null(error);
    arena_free(arena);
    database_close(d);
}

static bool count_findings(void *context, const StoredFinding *f) {
    assert_string_equal(f->message, "later");
    assert_int_equal(f->test_size, 0);
    ++*(unsigned *)context;
    return true;
}

static void takes_odd_values(void **state) {
    (void)state;
    Database *d = open_fine();
    VersionInfo v = {.program_hash = UINT64_MAX, .settings_hash = UINT64_MAX, .lineage = UINT64_MAX};
    char *error = NULL;
    int64_t id = database_begin(d, &v, &error);
    assert_true(id > 0);
    assert_true(database_add_chunk(d, id, NULL, 0, &error));
    /* The same bug again: the later words. */
    StoredFinding f = {.key = "k", .message = "earlier"};
    assert_true(database_add_finding(d, id, &f, &error));
    f.message = "later";
    assert_true(database_add_finding(d, id, &f, &error));
    unsigned count = 0;
    assert_true(database_each_finding(d, id, count_findings, &count, &error));
    assert_int_equal(count, 1);
    v.id = id;
    assert_true(database_finish(d, &v, &error));
    Arena *arena = arena_new();
    assert_true(database_find(d, UINT64_MAX, UINT64_MAX, VERSION_FINISHED, arena, &v, &error));
    assert_string_equal(v.name, "");
    assert_string_equal(v.result, "");
    assert_int_equal(v.layout_size, 0);
    assert_int_equal(v.chunks, 1);
    arena_free(arena);
    /* Nothing is added to what is not there. */
    assert_false(database_add_chunk(d, id + 1, "x", 1, &error));
    assert_non_null(strstr(error, "no version"));
    assert_true(one_line(error));
    assert_false(database_add_finding(d, id + 1, &f, &error));
    assert_true(one_line(error));
    v.id = id + 1;
    assert_false(database_finish(d, &v, &error));
    assert_true(one_line(error));
    assert_int_equal(database_damaged(d), 0);
    database_close(d);
}

static void refuses_what_is_not_ours(void **state) {
    (void)state;
    char name[160], text[5000];
    refuses(folder, "directory");
    snprintf(name, sizeof name, "%s/none/h.db", folder);
    refuses(name, "No such file");
    refuses("", "");
    memset(text, 'x', sizeof text);
    for (size_t size = 1; size < sizeof text; size = size * 2 + 1) {
        write_file(path, text, size);
        refuses(path, "not a database");
    }
    unlink(path);
    run_sql("CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    refuses(path, "not one of heddle");
    unlink(path);
    database_close(open_fine());
    run_sql("PRAGMA user_version = 1000");
    refuses(path, "newer heddle");
    run_sql("PRAGMA user_version = 1");
    database_close(open_fine());
    /* An empty file is a new one. */
    write_file(path, text, 0);
    Database *d = open_fine();
    fill(d);
    database_close(d);
    /* Names that SQLite would not take for files. */
    assert_int_equal(chdir(folder), 0);
    static const char *const names[] = {":memory:", "file:x?mode=memory"};
    for (size_t k = 0; k < ARRAY_LEN(names); k++) {
        char *error = NULL;
        database_close(database_open(names[k], NULL, &error));
        assert_null(error);
        assert_int_equal(unlink(names[k]), 0);
    }
    assert_int_equal(chdir("/"), 0);
}

static bool list_ids(void *context, const VersionInfo *v) {
    char *text = context;
    snprintf(text + strlen(text), 100 - strlen(text), "%lld%s ", (long long)v->id, v->finished ? "f" : "");
    return true;
}

/* The versions that are left when a file with `count` versions, of which those in `finished` are (bits from
 * 1), is made smaller. */
static void shrinks_to(unsigned count, unsigned finished, uint64_t max_bytes, unsigned keep,
                       const char *left) {
    uint8_t bytes[CHUNK_MAX];
    char *error = NULL, text[100] = "";
    unlink(path);
    Database *d = open_fine();
    for (unsigned k = 1; k <= count; k++) {
        VersionInfo v = version(k);
        int64_t id = database_begin(d, &v, &error);
        for (uint64_t n = 0; n < 40; n++)
            assert_true(database_add_chunk(d, id, bytes, chunk(k, n, bytes), &error));
        v = ended(id);
        if (finished >> k & 1) assert_true(database_finish(d, &v, &error));
    }
    uint64_t before = database_bytes(d), dropped = 99;
    assert_true(before > count * 100000ull);
    assert_true(database_shrink(d, max_bytes, keep, &dropped, &error));
    assert_true(database_each_version(d, list_ids, text, &error));
    assert_string_equal(text, left);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size, database_bytes(d));
    unsigned n = 0;
    for (const char *c = text; *c; c++) n += *c == ' ';
    assert_int_equal(dropped, count - n);
    assert_true((uint64_t)st.st_size < before / count * n + 40000);
    if (max_bytes > 1) assert_true((uint64_t)st.st_size <= max_bytes);
    for (unsigned k = 1; k <= count; k++)
        assert_int_equal(seen_of(d, k).count, strchr(text, (char)('0' + k)) ? 40 : 0);
    assert_int_equal(database_damaged(d), 0);
    database_close(d);
}

static void shrinks(void **state) {
    (void)state;
    shrinks_to(4, 0x1e, 0, 0, "1f 2f 3f 4f ");
    shrinks_to(4, 0x1e, 0, 3, "2f 3f 4f ");
    shrinks_to(4, 0x1e, 0, 1, "4f ");
    shrinks_to(4, 0x1e, 1, 0, "4f ");
    /* The newest finished one stays, and the newest. */
    shrinks_to(5, 0x0c, 1, 1, "3f 5 ");
    shrinks_to(5, 0x04, 0, 2, "2f 5 ");
    shrinks_to(5, 0, 1, 0, "5 ");
    shrinks_to(5, 0x3e, 400000, 0, "4f 5f ");
    shrinks_to(1, 0, 1, 1, "1 ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_what_was_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(finds_the_newest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(takes_odd_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_what_is_not_ours, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shrinks, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
