/* The database of explorations, after anything that can happen to a file and to a process: what was confirmed
 * is there; what is damaged is told and never taken for true. */
#include "sample_store.h"
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

static uint8_t *read_file(const char *name, size_t *size) {
    struct stat st = {0};
    int fd = open(name, O_RDONLY);
    if (fd < 0 || fstat(fd, &st) != 0) fail_msg("%s cannot be read", name);
    *size = (size_t)st.st_size;
    uint8_t *bytes = xmalloc(*size);
    assert_int_equal(read(fd, bytes, *size), *size);
    close(fd);
    return bytes;
}

/* Uses all functions on a file that may be damaged; false where something untrue was read. */
static bool survives(bool *opened) {
    char *error = NULL;
    Database *d = database_open(path, NULL, &error);
    *opened = d != NULL;
    if (!d) return one_line(error);
    Contents c = contents_of(d);
    for (uint64_t lineage = 1; lineage <= VERSIONS; lineage++)
        if (seen_of(d, lineage).wrong) c.wrong = true;
    Arena *arena = arena_new();
    VersionInfo v;
    if (!database_find(d, 0, SETTINGS, VERSION_ANY, arena, &v, &error) && error) c.wrong |= !one_line(error);
    error = NULL;
    v = version(50);
    int64_t id = database_begin(d, &v, &error);
    uint8_t bytes[CHUNK_MAX];
    bool fine = id && database_add_chunk(d, id, bytes, chunk(50, 0, bytes), &error);
    Seen own = seen_of(d, 50);
    c.wrong |= own.wrong || (fine && own.count != 1 && !database_damaged(d));
    StoredFinding f = {.key = "other"};
    fine = fine && database_add_finding(d, id, &f, &error);
    v = ended(id);
    fine = fine && database_finish(d, &v, &error) && database_shrink(d, 0, 2, NULL, &error);
    if (!fine) c.wrong |= !one_line(error);
    arena_free(arena);
    database_close(d);
    return !c.wrong;
}

static void stands_damaged_files(void **state) {
    (void)state;
    Database *d = open_fine();
    fill(d);
    database_close(d);
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    size_t pages = MAX(size / 4096, 1);
    unsigned opened_at_all = 0;
    uint64_t many = getenv("HEDDLE_LONG") ? 400 : 100;
    for (uint64_t seed = 1; seed <= many; seed++) {
        uint8_t *damaged = memcpy(xmalloc(size), bytes, size);
        uint64_t random = hash_mix(seed);
        bool opened;
        /* Bytes anywhere; in the tables of the first pages; a page of zeros, or in the place of another. */
        for (unsigned k = 0; k <= seed % 8; k++) {
            random = hash_mix(random + 1);
            size_t at = (random >> 8) % (seed % 3 ? pages * 4096 : 5 * (size_t)4096);
            damaged[at] ^= (uint8_t)(1 + random % 255);
        }
        if (seed % 5 == 0) memset(damaged + (random >> 8) % pages * 4096, 0, 4096);
        if (seed % 7 == 0)
            memmove(damaged + (random >> 8) % pages * 4096, damaged + (random >> 32) % pages * 4096, 4096);
        write_file(path, damaged, size);
        free(damaged);
        if (!survives(&opened)) fail_msg("seed %llu: something untrue was read", (unsigned long long)seed);
        opened_at_all += opened;
    }
    /* Most damage leaves most of the file in use. */
    assert_in_range(opened_at_all, many / 2, many - 1);
    for (size_t cut = 0; cut < size; cut += cut < 8192 ? 211 : 7001) {
        bool opened;
        write_file(path, bytes, cut);
        if (!survives(&opened)) fail_msg("cut at %zu: something untrue was read", cut);
    }
    free(bytes);
}

/* A chunk, a finding and a version that were changed behind our back are left out and counted. */
static void tells_what_is_damaged(void **state) {
    (void)state;
    Database *d = open_fine();
    fill(d);
    run_sql("UPDATE chunks SET data = zeroblob(length(data)) WHERE id IN (2, 3)");
    assert_int_equal(seen_of(d, 1).count, CHUNKS - 2);
    assert_int_equal(database_damaged(d), 2);
    assert_int_equal(seen_of(d, 1).count, CHUNKS - 2);
    assert_int_equal(database_damaged(d), 2);
    run_sql("UPDATE findings SET message = 'x == 2' WHERE version = 1");
    Contents c = contents_of(d);
    assert_false(c.wrong);
    assert_int_equal(c.findings, VERSIONS - 1);
    assert_int_equal(database_damaged(d), 3);
    run_sql("UPDATE versions SET verdict = 'safe' WHERE id = 2");
    assert_int_equal(contents_of(d).versions, VERSIONS - 1);
    assert_int_equal(database_damaged(d), 4);
    assert_int_equal(seen_of(d, 2).count, 0);
    /* So are those that a finished version should have. */
    run_sql("DELETE FROM chunks WHERE id = 5");
    assert_int_equal(seen_of(d, 1).count, CHUNKS - 3);
    assert_int_equal(database_damaged(d), 5);
    database_close(d);
}

/* Runs `what` in a process of its own; its exit status. */
static int in_child(int (*what)(void)) {
    pid_t pid = fork();
    if (pid == 0) _exit(what());
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int opens_nothing(void) {
    char name[160], *error = NULL;
    /* Root may write anywhere. */
    if (getuid() == 0 && (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0)) return 2;
    if (database_open(path, NULL, &error) || !strstr(error, "denied")) return 3;
    if (!one_line(error)) return 4;
    snprintf(name, sizeof name, "%s/new.db", folder);
    /* Where the file alone is read-only, a new one can be made. */
    struct stat st;
    if (stat(folder, &st) != 0 || st.st_mode & S_IWOTH) return 0;
    error = NULL;
    if (database_open(name, NULL, &error) || !strstr(error, "denied")) return 5;
    return one_line(error) ? 0 : 6;
}

static void tells_what_is_read_only(void **state) {
    (void)state;
    Database *d = open_fine();
    fill(d);
    database_close(d);
    chmod(path, 0666);
    chmod(folder, 0555);
    assert_int_equal(in_child(opens_nothing), 0);
    chmod(path, 0444);
    chmod(folder, 0777);
    assert_int_equal(in_child(opens_nothing), 0);
    chmod(folder, 0700);
}

/* The disk is full at 600 KiB: chunks are added until one does not fit. */
static int fills_disk(void) {
    struct rlimit limit = {600 << 10, 600 << 10};
    char *error = NULL;
    uint8_t bytes[CHUNK_MAX];
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    Database *d = database_open(path, NULL, &error);
    if (!d) return 2;
    VersionInfo v = version(9);
    int64_t id = database_begin(d, &v, &error);
    uint64_t n = 0;
    while (n < 1000 && database_add_chunk(d, id, bytes, chunk(9, n, bytes), &error)) n++;
    if (n < 10 || n == 1000 || !strstr(error, "cannot write") || !one_line(error)) return 3;
    /* What is there is there, and smaller ones may fit. */
    Seen s = seen_of(d, 9);
    if (s.wrong || s.count != n || database_damaged(d)) return 4;
    error = NULL;
    if (!database_shrink(d, 0, 1, NULL, &error)) return 5;
    if (!database_add_chunk(d, id, bytes, chunk(9, n + 1, bytes), &error)) return 6;
    s = seen_of(d, 9);
    if (s.wrong || s.count != n + 1) return 7;
    database_close(d);
    return 0;
}

static int has_no_room(void) {
    struct rlimit none = {0, 0};
    char *error = NULL;
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &none) != 0) return 1;
    if (database_open(path, NULL, &error)) return 2;
    return one_line(error) ? 0 : 3;
}

static void stands_a_full_disk(void **state) {
    (void)state;
    assert_int_equal(in_child(has_no_room), 0);
    Database *d = open_fine();
    fill(d);
    database_close(d);
    assert_int_equal(in_child(fills_disk), 0);
    d = open_fine();
    Seen s = seen_of(d, 9);
    assert_false(s.wrong);
    assert_true(s.count > 10);
    assert_int_equal(database_damaged(d), 0);
    database_close(d);
}

/* Another process that keeps the lock is waited for, and told. */
static void tells_who_is_locked_out(void **state) {
    (void)state;
    Database *d = open_fine();
    int ready[2];
    char byte, *error = NULL;
    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0) {
        sqlite3 *other;
        if (sqlite3_open(path, &other) != SQLITE_OK ||
            sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL) != SQLITE_OK ||
            write(ready[1], "x", 1) != 1)
            _exit(1);
        pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    double start = time_wall();
    VersionInfo v = version(1);
    assert_int_equal(database_begin(d, &v, &error), 0);
    assert_true(time_wall() - start > DATABASE_PATIENCE_MS / 1000.0 * 0.9);
    assert_non_null(strstr(error, "locked"));
    assert_true(one_line(error));
    refuses(path, "locked");
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    assert_int_equal(database_begin(d, &v, &error), 1);
    database_close(d);
    close(ready[0]);
    close(ready[1]);
}

/* What a child has confirmed, in memory that survives it. */
typedef struct Confirmed {
    _Atomic uint64_t chunks;
    _Atomic int64_t version;
} Confirmed;

static void add_for_ever(uint64_t lineage, Confirmed *confirmed) {
    char *error = NULL;
    uint8_t bytes[CHUNK_MAX];
    Database *d = database_open(path, NULL, &error);
    VersionInfo v = version(lineage);
    int64_t id = d ? database_begin(d, &v, &error) : 0;
    if (!id) _exit(1);
    confirmed->version = id;
    for (uint64_t n = 0; database_add_chunk(d, id, bytes, chunk(lineage, n, bytes), &error); n++)
        confirmed->chunks = n + 1;
    _exit(2);
}

static void stands_sigkill(void **state) {
    (void)state;
    enum { ROUNDS = 200, ROUNDS_OF_A_FILE = 25 };
    unsigned rounds = getenv("HEDDLE_LONG") ? ROUNDS : ROUNDS / 4;
    Confirmed *confirmed =
        mmap(NULL, sizeof *confirmed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(confirmed != MAP_FAILED);
    uint64_t chunks[ROUNDS], with_chunks = 0;
    for (unsigned round = 0; round < rounds; round++) {
        unsigned first = round / ROUNDS_OF_A_FILE * ROUNDS_OF_A_FILE;
        /* The first ones of each file are killed while they create it. */
        uint64_t microseconds = hash_mix(round + 1) % (round - first < 5 ? 2000 : 15000);
        if (round == first) unlink(path);
        confirmed->chunks = 0;
        confirmed->version = 0;
        pid_t pid = fork();
        if (pid == 0) add_for_ever(round + 1, confirmed);
        /* In every second round it has added some before. */
        while (round % 2 && confirmed->chunks < microseconds % 12) sched_yield();
        usleep((useconds_t)(round % 2 ? microseconds / 12 : microseconds));
        int status;
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFSIGNALED(status));
        Database *d = open_fine();
        Seen s = seen_of(d, round + 1);
        chunks[round] = s.count;
        assert_false(s.wrong);
        /* The last one may be there and not have been confirmed any more. */
        assert_in_range(s.count, confirmed->chunks, confirmed->chunks + 1);
        assert_int_equal(s.next, s.count);
        assert_int_equal(seen_of(d, round).count, round > first ? chunks[round - 1] : 0);
        assert_int_equal(database_damaged(d), 0);
        with_chunks += s.count > 0;
        Arena *arena = arena_new();
        VersionInfo v = {0};
        char *error = NULL;
        bool found = database_find(d, (round + 1) | 1ull << 63, SETTINGS, VERSION_ANY, arena, &v, &error);
        assert_true(found || !confirmed->version);
        if (found && confirmed->version) assert_int_equal(v.id, confirmed->version);
        arena_free(arena);
        for (unsigned k = first; round % ROUNDS_OF_A_FILE == ROUNDS_OF_A_FILE - 1 && k <= round; k++)
            assert_int_equal(seen_of(d, k + 1).count, chunks[k]);
        database_close(d);
    }
    /* Most were killed while they were adding. */
    assert_in_range(with_chunks, rounds / 3, rounds);
    munmap(confirmed, sizeof *confirmed);
}

/* Two processes use one file: they write in turn, and nothing of either is lost. */
static void serves_two_processes(void **state) {
    (void)state;
    enum { EACH = 40 };
    pid_t children[2];
    char *error = NULL;
    for (unsigned k = 0; k < 2; k++) {
        children[k] = fork();
        if (children[k]) continue;
        uint8_t bytes[CHUNK_MAX];
        Database *d = database_open(path, NULL, &error);
        VersionInfo v = version(k + 1);
        int64_t id = d ? database_begin(d, &v, &error) : 0;
        bool fine = id != 0;
        for (uint64_t n = 0; n < EACH && fine; n++)
            fine = database_add_chunk(d, id, bytes, chunk(k + 1, n, bytes), &error);
        v = ended(id);
        fine = fine && database_finish(d, &v, &error);
        database_close(d);
        _exit(!fine);
    }
    for (unsigned k = 0; k < 2; k++) {
        int status;
        assert_int_equal(waitpid(children[k], &status, 0), children[k]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    Database *d = open_fine();
    for (unsigned k = 0; k < 2; k++) {
        Seen s = seen_of(d, k + 1);
        assert_false(s.wrong);
        assert_int_equal(s.count, EACH);
    }
    assert_int_equal(database_damaged(d), 0);
    database_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(stands_damaged_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tells_what_is_damaged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tells_what_is_read_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stands_a_full_disk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tells_who_is_locked_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(serves_two_processes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stands_sigkill, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
