/* cli.c — what the subcommands share. See cli.h. */
#include "cli/cli.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void cli_error(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    char *text = NULL;
    if (vasprintf(&text, format, ap) < 0) base_fatal("out of memory while formatting");
    va_end(ap);
    for (char *s = text; *s; s++)
        if (*s == '\n') *s = ' ';
    fprintf(stderr, "heddle: %s\n", text);
    free(text);
}

static bool is_directory(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

char *cli_resource_dir(void) {
    const char *given = getenv("HEDDLE_RESOURCE_DIR");
    if (given && *given) {
        char *path = realpath(given, NULL);
        if (path && is_directory(path)) return path;
        free(path);
        cli_error("HEDDLE_RESOURCE_DIR=%s: not a folder", given);
        return NULL;
    }
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0) {
        cli_error("cannot find the executable: %s", strerror(errno));
        return NULL;
    }
    self[n] = 0;
    char *slash = strrchr(self, '/');
    if (slash) *slash = 0;
    char *path = xasprintf("%s/resource", self);
    if (is_directory(path)) return path;
    free(path);
    path = xasprintf("%s/../share/heddle", self);
    if (is_directory(path)) return path;
    free(path);
    cli_error("the C library for programs under test is missing: neither %s/resource nor %s/../share/heddle "
              "is there (run make)",
              self, self);
    return NULL;
}

static char *temp_dir;
static pid_t temp_owner;

static void remove_temp_dir(void) {
    if (!temp_dir || getpid() != temp_owner) return;
    DIR *d = opendir(temp_dir);
    if (d) {
        for (struct dirent *e; (e = readdir(d));)
            if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) unlinkat(dirfd(d), e->d_name, 0);
        closedir(d);
    }
    rmdir(temp_dir);
    free(temp_dir);
    temp_dir = NULL;
}

const char *cli_temp_dir(void) {
    if (temp_dir) return temp_dir;
    const char *base = getenv("TMPDIR");
    char *path = xasprintf("%s/heddle-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(path)) {
        cli_error("cannot make a temporary folder %s: %s", path, strerror(errno));
        free(path);
        return NULL;
    }
    /* Absolute: replay changes the current folder. */
    temp_dir = realpath(path, NULL);
    if (temp_dir)
        free(path);
    else
        temp_dir = path;
    temp_owner = getpid();
    atexit(remove_temp_dir);
    return temp_dir;
}

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    (void)number;
    interrupted = 1;
}

void cli_catch_signals(void) {
    /* SA_RESETHAND: the second signal has its usual effect. */
    struct sigaction a = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&a.sa_mask);
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
}

bool cli_interrupted(void) {
    return interrupted != 0;
}

/* --- checks -------------------------------------------------------------------------------------------- */

static bool *check_named(Checks *c, const char *name, size_t n) {
    const struct {
        const char *name;
        bool *flag;
    } all[] = {
        {"assertion", &c->assertion},   {"memory", &c->memory}, {"race", &c->race},
        {"deadlock", &c->deadlock},     {"api", &c->api},       {"abort", &c->abort},
        {"arithmetic", &c->arithmetic}, {"hang", &c->hang},     {"unreachable", &c->unreachable},
        {"overflow", &c->overflow},     {"leak", &c->leak},
    };
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        if (strlen(all[i].name) == n && !strncmp(all[i].name, name, n)) return all[i].flag;
    return NULL;
}

static void checks_set(Checks *c, bool on) {
    *c = (Checks){.assertion = on,
                  .memory = on,
                  .race = on,
                  .deadlock = on,
                  .api = on,
                  .abort = on,
                  .arithmetic = on,
                  .hang = on,
                  .unreachable = on};
}

bool checks_parse(Checks *c, const char *list, char **error) {
    checks_set(c, true);
    for (const char *s = list; s && *s;) {
        size_t n = strcspn(s, ",");
        bool off = n > 3 && !strncmp(s, "no-", 3);
        const char *word = off ? s + 3 : s;
        size_t m = off ? n - 3 : n;
        bool *flag = check_named(c, word, m);
        if (flag) {
            *flag = !off;
            if (flag == &c->race) c->race_given = true;
        } else if (!off && m == 4 && !strncmp(word, "none", 4)) {
            checks_set(c, false);
            c->race_given = true;
        } else if (!off && m == 7 && !strncmp(word, "default", 7)) {
            checks_set(c, true);
        } else if (!off && m == 3 && !strncmp(word, "all", 3)) {
            checks_set(c, true);
            c->overflow = c->leak = c->race_given = true;
        } else {
            *error = xasprintf("--checks: unknown check '%.*s'; known: assertion, memory, race, deadlock, "
                               "api, abort, arithmetic, hang, "
                               "unreachable, overflow, leak, all, none, default, each also as no-NAME",
                               (int)n, s);
            return false;
        }
        s += n + (s[n] == ',');
    }
    return true;
}

bool checks_tell(const Checks *c, const char *kind) {
    Checks copy = *c;
    const bool *flag = check_named(&copy, kind, strlen(kind));
    /* Signed overflow is told as an arithmetic finding. */
    if (flag == &copy.arithmetic && copy.overflow) return true;
    return !flag || *flag;
}

/* --- options of the C compiler ---------------------------------------------------------------------------
 */

static bool begins(const char *s, const char *prefix) {
    return !strncmp(s, prefix, strlen(prefix));
}

int compiler_option(int argc, char **argv, int *i, StringList *kept, Arena *made, char **error) {
    const char *arg = argv[*i];
    if (!strcmp(arg, "-m32") || !strcmp(arg, "-mx32")) {
        *error = xasprintf("%s is not supported: programs are tested as 64-bit x86 programs", arg);
        return -1;
    }
    /* With a value that may be attached (-Idir, -I dir); kept. */
    static const char *const separate[] = {"-include", "-isystem", "-idirafter", "-iquote", "-imacros"};
    for (size_t k = 0; k < ARRAY_LEN(separate); k++)
        if (begins(arg, separate[k])) {
            const char *value = arg + strlen(separate[k]);
            if (!*value && *i + 1 >= argc) {
                *error = xasprintf("%s needs a value", arg);
                return -1;
            }
            if (!*value) value = argv[++*i];
            vec_push(kept, separate[k]);
            vec_push(kept, value);
            return 1;
        }
    if ((begins(arg, "--include") && (arg[9] == '=' || !arg[9])) ||
        (begins(arg, "--define") && (arg[8] == '=' || !arg[8]))) {
        bool define = arg[2] == 'd';
        const char *value = strchr(arg, '=');
        if (!value && *i + 1 >= argc) {
            *error = xasprintf("%s needs a value", arg);
            return -1;
        }
        value = value ? value + 1 : argv[++*i];
        vec_push(kept, define ? "-D" : "-I");
        vec_push(kept, value);
        return 1;
    }
    if (arg[1] == 'I' || arg[1] == 'D' || arg[1] == 'U') {
        const char *value = arg + 2;
        if (!*value && *i + 1 >= argc) {
            *error = xasprintf("%s needs a value", arg);
            return -1;
        }
        if (!*value) value = argv[++*i];
        char *letter = arena_alloc(made, 3);
        letter[0] = '-';
        letter[1] = arg[1];
        vec_push(kept, letter);
        vec_push(kept, value);
        return 1;
    }
    if (begins(arg, "-x")) {
        const char *value = arg[2] ? arg + 2 : *i + 1 < argc ? argv[++*i] : "";
        if (!strcmp(value, "c")) return 1;
        *error = xasprintf("-x %s is not supported; Heddle tests programs written in C", value);
        return -1;
    }
    if (begins(arg, "-std=")) {
        if (strstr(arg, "++")) {
            *error = xasprintf("%s: C++ is not supported; Heddle tests programs written in C", arg);
            return -1;
        }
        vec_push(kept, arg);
        return 1;
    }
    /* What changes the meaning of the program is kept. */
    static const char *const meaning[] = {"-ansi",
                                          "-trigraphs",
                                          "-w",
                                          "-fsigned-char",
                                          "-funsigned-char",
                                          "-fno-signed-char",
                                          "-fno-unsigned-char",
                                          "-fshort-enums",
                                          "-fcommon",
                                          "-fno-common",
                                          "-fms-extensions",
                                          "-fplan9-extensions",
                                          "-fgnu89-inline",
                                          "-fblocks",
                                          "-fwrapv",
                                          "-fno-wrapv",
                                          "-funsigned-bitfields",
                                          "-fsigned-bitfields"};
    for (size_t k = 0; k < ARRAY_LEN(meaning); k++)
        if (!strcmp(arg, meaning[k])) {
            vec_push(kept, arg);
            return 1;
        }
    if (begins(arg, "-Wp,") || begins(arg, "-fpack-struct")) {
        vec_push(kept, arg);
        return 1;
    }
    if (begins(arg, "-Wno-")) {
        /* Code that another compiler accepts may need it; warnings this one does not know are no complaint.
         */
        vec_push(kept, "-Wno-unknown-warning-option");
        vec_push(kept, arg);
        return 1;
    }
    /* What changes speed, warnings or linking is ignored. */
    if (begins(arg, "-L") || begins(arg, "-l")) {
        if (!arg[2] && *i + 1 < argc) ++*i;
        return 1;
    }
    static const char *const ignored[] = {"-pthread", "-static", "-shared", "-rdynamic", "-pipe", "-pg",
                                          "-p",       "-s",      "-no-pie", "-pie",      "-c"};
    for (size_t k = 0; k < ARRAY_LEN(ignored); k++)
        if (!strcmp(arg, ignored[k])) return 1;
    if (begins(arg, "-O") || begins(arg, "-g") || begins(arg, "-W") || begins(arg, "-f") ||
        begins(arg, "-m") || begins(arg, "-pedantic"))
        return 1;
    return 0;
}

/* --- loading -----------------------------------------------------------------------------------------------
 */

static bool is_elf(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) return false;
    char magic[4] = {0};
    size_t n = fread(magic, 1, 4, f);
    fclose(f);
    return n == 4 && !memcmp(magic, "\177ELF", 4);
}

Program *cli_load_program(const TestBuild *b) {
    for (size_t i = 0; i < b->nfiles; i++)
        if (is_elf(b->files[i])) {
            cli_error("%s: testing executables and object files is not available in this version; give C "
                      "files or LLVM bitcode",
                      b->files[i]);
            return NULL;
        }
    char *resource = cli_resource_dir();
    const char *temp = resource ? cli_temp_dir() : NULL;
    if (!temp) {
        free(resource);
        return NULL;
    }
    ProgramOptions o = {
        .files = (const char *const *)b->files,
        .nfiles = b->nfiles,
        .compiler_args = (const char *const *)b->compiler,
        .ncompiler_args = b->ncompiler,
        .entry = b->entry,
        .resource_dir = resource,
        .temp_dir = temp,
        .check_overflow = b->check_overflow,
        .no_optimisation = b->no_optimisation,
    };
    char *error = NULL;
    Program *p = program_load(&o, &error);
    if (!p) cli_error("%s", error ? error : "the program cannot be loaded");
    free(error);
    free(resource);
    return p;
}

void cli_campaign_options(const TestBuild *b, CampaignOptions *o) {
    *o = (CampaignOptions){
        .strategy = b->strategy,
        .interleave = !strcmp(b->interleave, "memory") ? INTERLEAVE_MEMORY : INTERLEAVE_SYNC,
        .check_overflow = b->check_overflow,
        .check_leak = b->check_leak,
        .check_race = b->check_race,
        .argc = (int)b->narguments,
        .stdin_path = b->stdin_path,
    };
    const char **argv = xcalloc(b->narguments + 1, sizeof *argv);
    for (size_t i = 0; i < b->narguments; i++) argv[i] = b->arguments[i];
    o->argv = argv;
    const char **environment = xcalloc(b->nenvironment + 1, sizeof *environment);
    for (size_t i = 0; i < b->nenvironment; i++) environment[i] = b->environment[i];
    o->environment = environment;
}

void cli_campaign_options_free(CampaignOptions *o) {
    free((void *)o->argv);
    free((void *)o->environment);
    o->argv = o->environment = NULL;
}
