/*
 * fuzz.c — heddle on what nobody would write: random command lines, damaged sources, bitcode, tests,
 * suppressions and files. It must end by itself with one of the documented statuses: no signal, no internal
 * error, no hang.
 *
 * Usage: fuzz HEDDLE FOLDER_OF_PROGRAMS COUNT [SEED]
 * Works in the current folder, which it fills. A case that fails is left there with its command line.
 */
#include "base/base.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define HANG_SECONDS 60
#define MOST_ARGUMENTS 24

typedef VEC(uint8_t) Bytes;
typedef VEC(char *) Names;

static uint64_t seed;
static const char *heddle;

static unsigned draw(unsigned n) {
    seed += 0x9e3779b97f4a7c15ull;
    return (unsigned)(hash_mix(seed) >> 20) % n;
}

static Bytes read_file(const char *path) {
    Bytes b = {0};
    FILE *f = fopen(path, "rb");
    for (int c; f && b.len < 1 << 20 && (c = fgetc(f)) != EOF;) vec_push(&b, (uint8_t)c);
    if (f) fclose(f);
    return b;
}

static void write_file(const char *path, const Bytes *b) {
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(b->data, 1, b->len, f) != b->len || fclose(f)) base_fatal("cannot write %s", path);
}

static Names list(const char *folder, const char *suffix) {
    Names all = {0};
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        size_t n = strlen(e->d_name), m = strlen(suffix);
        if (n <= m || strcmp(e->d_name + n - m, suffix)) continue;
        vec_push(&all, xasprintf("%s/%s", folder, e->d_name));
    }
    if (d) closedir(d);
    /* The same in every file system. */
    for (size_t i = 1; i < all.len; i++)
        for (size_t j = i; j && strcmp(all.data[j - 1], all.data[j]) > 0; j--) {
            char *x = all.data[j];
            all.data[j] = all.data[j - 1];
            all.data[j - 1] = x;
        }
    return all;
}

/* Bytes changed, parts removed, doubled or exchanged, numbers replaced by others. */
static void damage(Bytes *b) {
    static const char *const odd[] = {"0",
                                      "-1",
                                      "99999999999999999999",
                                      "2147483648",
                                      "\"\"",
                                      "{",
                                      "}",
                                      "[",
                                      "]",
                                      "null",
                                      ";",
                                      "*",
                                      "(",
                                      ")",
                                      "while (1)",
                                      "&",
                                      "\\",
                                      "\xff\xfe",
                                      "struct",
                                      "__asm__(\"\")",
                                      "_Atomic",
                                      "__int128",
                                      "long double",
                                      "goto x;",
                                      "%n"};
    for (unsigned n = 1 + draw(4); n; n--) {
        size_t at = b->len ? draw((unsigned)b->len) : 0, size = 1 + draw(draw(3) ? 8 : 200);
        size = MIN(size, b->len - at);
        switch (draw(5)) {
        case 0:
            if (b->len) b->data[at] = (uint8_t)draw(256);
            break;
        case 1:
            if (b->len) b->data[at] ^= (uint8_t)(1u << draw(8));
            break;
        case 2:
            if (b->len) memmove(b->data + at, b->data + at + size, b->len - at - size), b->len -= size;
            break;
        case 3: {
            size_t from = b->len ? draw((unsigned)b->len) : 0;
            for (size_t k = 0; k < size && from + k < b->len; k++) b->data[at + k] = b->data[from + k];
            break;
        }
        default: {
            const char *s = odd[draw(ARRAY_LEN(odd))];
            size_t m = strlen(s);
            vec_reserve(b, b->len + m);
            memmove(b->data + at + m, b->data + at, b->len - at);
            memcpy(b->data + at, s, m);
            b->len += m;
        }
        }
    }
}

typedef struct Command {
    const char *argv[MOST_ARGUMENTS + 1];
    unsigned n;
    char *made[MOST_ARGUMENTS];
    unsigned nmade;
} Command;

static void add(Command *c, const char *arg) {
    if (c->n < MOST_ARGUMENTS) c->argv[c->n++] = arg;
    c->argv[c->n] = NULL;
}

static void add_made(Command *c, char *arg) {
    if (c->nmade == MOST_ARGUMENTS) {
        free(arg);
        return;
    }
    c->made[c->nmade++] = arg;
    add(c, arg);
}

static const char *value(void) {
    static const char *const values[] = {"0",
                                         "1",
                                         "2",
                                         "7",
                                         "64",
                                         "-1",
                                         "1.5",
                                         "",
                                         "x",
                                         "99999999999999999999999",
                                         "on",
                                         "off",
                                         "optimal",
                                         "por",
                                         "dfs",
                                         "random",
                                         "bfs",
                                         "coverage",
                                         "sync",
                                         "memory",
                                         "none",
                                         "all",
                                         "assertion,race",
                                         "no-memory",
                                         "none,",
                                         "stdin:4",
                                         "stdin:0",
                                         "arg1:3",
                                         "env:A:2",
                                         "file:x:1@3",
                                         "file:x:99999999",
                                         "A=B",
                                         "=",
                                         "ordered",
                                         "independent",
                                         "posix",
                                         "per-thread",
                                         "/nowhere/at/all",
                                         ".",
                                         "/dev/null",
                                         "main",
                                         "worker",
                                         "z3",
                                         "json",
                                         "ktest",
                                         "bugs",
                                         "a:b:c",
                                         "\xff",
                                         "%s%n",
                                         "unfold",
                                         "1e9",
                                         "nan",
                                         "inf"};
    return values[draw(ARRAY_LEN(values))];
}

/* Options in any combination, known ones with any value, and what is no option. */
static void add_options(Command *c, unsigned most) {
    static const char *const names[] = {"strategy",
                                        "interleave",
                                        "stop-at-first",
                                        "checks",
                                        "seed",
                                        "solver",
                                        "cutoffs",
                                        "alternatives",
                                        "spurious-wakeups",
                                        "volatile",
                                        "search",
                                        "bound",
                                        "jobs",
                                        "faults",
                                        "stdout",
                                        "fds",
                                        "max-traces",
                                        "max-timeouts",
                                        "max-steps",
                                        "max-sleeps",
                                        "max-signals",
                                        "solver-timeout",
                                        "entry",
                                        "env",
                                        "stdin",
                                        "files",
                                        "symbolic",
                                        "sym-args",
                                        "sym-files",
                                        "no-optimisation",
                                        "summary",
                                        "exact-counts",
                                        "suppressions",
                                        "echo-output",
                                        "exit-status",
                                        "tests",
                                        "test-format",
                                        "format",
                                        "dump-code",
                                        "trace",
                                        "force",
                                        "step",
                                        "nothing",
                                        "no",
                                        "max"};
    static const char *const others[] = {"-",         "--",       "-O2",       "-g",       "-Wall", "-DN=2",
                                         "-D",        "-I",       "-Iinclude", "-std=c11", "-std=", "-m32",
                                         "-lpthread", "-pthread", "-j",        "-j2",      "-x",    "-o",
                                         "---",       "-c",       "@file",     "-include", "-q"};
    for (unsigned n = draw(most + 1); n; n--) {
        const char *name = names[draw(ARRAY_LEN(names))];
        switch (draw(8)) {
        case 0: add(c, others[draw(ARRAY_LEN(others))]); break;
        case 1: add_made(c, xasprintf("--%s", name)); break;
        case 2:
            add_made(c, xasprintf("--%s", name));
            add(c, value());
            break;
        default: add_made(c, xasprintf("--%s=%s", name, value()));
        }
    }
}

/* Runs it; NULL, or what was wrong (the caller frees). */
static char *run(const Command *c) {
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_RDONLY), log = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (null < 0 || log < 0) _exit(126);
        dup2(null, 0);
        dup2(log, 1);
        dup2(log, 2);
        setpgid(0, 0);
        alarm(HANG_SECONDS);
        execv(heddle, (char *const *)c->argv);
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGALRM ? xstrdup("it hangs") : xasprintf("signal %d", WTERMSIG(status));
    int code = WEXITSTATUS(status);
    if (code > 3) return xasprintf("exit status %d", code);
    if (code == 2) {
        Bytes log = read_file("log");
        vec_push(&log, 0);
        bool says = strstr((char *)log.data, "heddle: ") || strstr((char *)log.data, "error:");
        vec_free(&log);
        if (!says) return xstrdup("exit status 2 without a word");
    }
    return NULL;
}

static const char *pick(const Names *n) { return n->data[draw((unsigned)n->len)]; }

/* A damaged copy of one of the files, under a name of this suffix. */
static const char *damaged(const Names *from, const char *suffix) {
    static char name[64];
    Bytes b = read_file(pick(from));
    damage(&b);
    snprintf(name, sizeof name, "damaged%s", suffix);
    write_file(name, &b);
    vec_free(&b);
    return name;
}

static void free_names(Names *all) {
    for (size_t k = 0; k < all->len; k++) free(all->data[k]);
    vec_free(all);
}

/* Bitcode and tests to damage. */
static void prepare(const Names *sources) {
    for (unsigned k = 0; k < 6; k++) {
        char *command =
            xasprintf("clang-19 -c -emit-llvm -g -O%u -w --target=x86_64-linux-musl -nostdlibinc -isystem "
                      "\"$(dirname '%s')/resource/include\" '%s' -o whole%u.bc 2>/dev/null;"
                      "'%s' test -q --max-time=5 --out=tests%u -DLIMIT=1 '%s' >/dev/null 2>&1; for t in "
                      "tests%u/*.json; do cp \"$t\" whole%u.json 2>/dev/null; done",
                      k % 3, heddle, pick(sources), k, heddle, k, pick(sources), k, k);
        if (system(command) < 0) base_fatal("no shell");
        free(command);
    }
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: fuzz HEDDLE FOLDER_OF_PROGRAMS COUNT [SEED]\n");
        return 2;
    }
    heddle = argv[1];
    uint64_t count = strtoull(argv[3], NULL, 10);
    seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    Names sources = list(argv[2], ".c");
    if (!sources.len || !count) base_fatal("no programs in %s", argv[2]);
    prepare(&sources);
    Names bitcode = list(".", ".bc"), tests = list(".", ".json");
    uint64_t failed = 0, by_status = 0;
    mkdir("files", 0700);
    for (uint64_t k = 0; k < count && failed < 20; k++) {
        Command c = {0};
        add(&c, heddle);
        static const char *const bounds[] = {"-q", "--max-time=1", "--max-memory=1500", "--out=out"};
        unsigned what = draw(10);
        if (what < 3 || (what == 8 && !tests.len)) {
            static const char *const commands[] = {"test",   "test",      "test",  "test", "replay",
                                                   "show",   "cc",        "cover", "seq",  "help",
                                                   "--help", "--version", "tset",  ""};
            add(&c, commands[draw(ARRAY_LEN(commands))]);
            add_options(&c, 6);
            for (unsigned n = draw(3); n; n--) add(&c, draw(5) ? pick(&sources) : value());
            if (!strcmp(c.argv[1], "test"))
                for (unsigned n = 0; n < ARRAY_LEN(bounds); n++) add(&c, bounds[n]);
        } else if (what < 8) {
            add(&c, "test");
            for (unsigned n = 0; n < ARRAY_LEN(bounds); n++) add(&c, bounds[n]);
            switch (what) {
            case 6: add(&c, bitcode.len ? damaged(&bitcode, ".bc") : pick(&sources)); break;
            case 7: {
                Bytes b = {0};
                for (unsigned n = draw(40); n; n--)
                    vec_push(&b, (uint8_t)(draw(3) ? 32 + draw(95) : draw(256)));
                write_file("files/x", &b);
                write_file("damaged.supp", &b);
                vec_free(&b);
                add(&c, "--files=files");
                add(&c, draw(2) ? "--symbolic=file:x:1" : "--stdin=files/x");
                add(&c, draw(4) ? "-w" : "--suppressions=damaged.supp");
                add(&c, pick(&sources));
                break;
            }
            default: add(&c, "-w"); add(&c, damaged(&sources, ".c"));
            }
        } else {
            add(&c, draw(3) ? "replay" : "show");
            if (draw(2)) add(&c, "--force");
            add(&c, tests.len ? damaged(&tests, ".json") : "nothing.json");
        }
        char *problem = run(&c);
        by_status++;
        if (problem) {
            failed++;
            printf("FAIL case %llu: %s:", (unsigned long long)k, problem);
            for (unsigned n = 1; n < c.n; n++) printf(" '%s'", c.argv[n]);
            printf("\n");
            fflush(stdout);
            static const char *const kept[] = {"damaged.c",    "damaged.bc", "damaged.json",
                                               "damaged.supp", "files/x",    "log"};
            for (unsigned n = 0; n < ARRAY_LEN(kept); n++) {
                Bytes b = read_file(kept[n]);
                char *to = xasprintf("failed-%llu-%s", (unsigned long long)k,
                                     strrchr(kept[n], '/') ? strrchr(kept[n], '/') + 1 : kept[n]);
                if (b.len) write_file(to, &b);
                free(to);
                vec_free(&b);
            }
            free(problem);
        }
        for (unsigned n = 0; n < c.nmade; n++) free(c.made[n]);
    }
    free_names(&sources);
    free_names(&bitcode);
    free_names(&tests);
    printf("%llu cases, %llu failed\n", (unsigned long long)by_status, (unsigned long long)failed);
    return failed != 0;
}
