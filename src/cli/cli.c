/* cli.c — shared by the subcommands. See cli.h. */
#include "base/plugin.h"
#include "cli/cli.h"
#include "program/load/input_kind.h"
#include "replay/shorten.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
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
    char *error = NULL, *folder = executable_folder(&error);
    if (!folder) {
        cli_error("%s", error);
        free(error);
        return NULL;
    }
    char *path = xasprintf("%s/resource", folder);
    if (!is_directory(path)) {
        free(path);
        path = xasprintf("%s/../share/heddle", folder);
    }
    if (!is_directory(path)) {
        cli_error("the C library for programs under test is missing: neither %s/resource nor "
                  "%s/../share/heddle exists (run make)",
                  folder, folder);
        free(path);
        path = NULL;
    }
    free(folder);
    return path;
}

static char *temp_dir;
static pid_t temp_owner;

/* Reads the folder without the C library's functions, which a signal handler may not use. */
static void remove_temp_dir(void) {
    if (!temp_dir || getpid() != temp_owner) return;
    int d = open(temp_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    static char entries[8192] __attribute__((aligned(8)));
    for (long n; d >= 0 && (n = syscall(SYS_getdents64, d, entries, sizeof entries)) > 0;)
        for (long at = 0; at < n;) {
            const struct dirent64 *e = (const struct dirent64 *)(entries + at);
            unlinkat(d, e->d_name, 0);
            at += e->d_reclen;
        }
    if (d >= 0) close(d);
    rmdir(temp_dir);
    temp_owner = 0;
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
    /* The path is absolute, since replay changes the current folder. */
    temp_dir = realpath(path, NULL);
    if (temp_dir)
        free(path);
    else
        temp_dir = path;
    temp_owner = getpid();
    atexit(remove_temp_dir);
    return temp_dir;
}

void cli_end_at_once(int status) {
    fflush(NULL);
    remove_temp_dir();
    _exit(status);
}

static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t loading; /* the program is loaded: there are no findings to lose */
static struct timespec interrupted_at;

/* A sender that signals a process and then its group sends two signals at once, which count as
 * one. */
#define ONE_SIGNAL_NS 500000000ll

static void on_signal(int number) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!interrupted && !loading) {
        interrupted_at = now;
        interrupted = 1;
        return;
    }
    if (!loading &&
        (now.tv_sec - interrupted_at.tv_sec) * 1000000000ll + now.tv_nsec - interrupted_at.tv_nsec <
            ONE_SIGNAL_NS)
        return;
    remove_temp_dir();
    signal(number, SIG_DFL);
    raise(number);
}

void cli_catch_signals(void) {
    struct sigaction a = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&a.sa_mask);
    sigaddset(&a.sa_mask, SIGINT);
    sigaddset(&a.sa_mask, SIGTERM);
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
}

bool cli_interrupted(void) { return interrupted != 0; }

/* Whether a file of a program can be read; if not, after an error message. */
static bool file_is_there(const char *file) {
    struct stat st;
    const char *problem = stat(file, &st) != 0 || access(file, R_OK) != 0 ? strerror(errno)
                          : S_ISDIR(st.st_mode)
                              ? "is a folder; give C files, LLVM bitcode or an executable"
                              : NULL;
    if (problem) cli_error("%s: %s", file, problem);
    return !problem;
}

/* The same for all files of the build. */
static bool files_are_there(const TestBuild *b) {
    for (size_t i = 0; i < b->nfiles; i++)
        if (!file_is_there(b->files[i])) return false;
    for (size_t i = 0; i < b->nplugins; i++) {
        if (*b->plugins[i] == '=' || !*plugin_path(b->plugins[i])) {
            cli_error("--plugin=%s: expected FILE or NAME=FILE", b->plugins[i]);
            return false;
        }
        if (!file_is_there(plugin_path(b->plugins[i]))) return false;
    }
    return true;
}

/* Sets the options for loading the program; `resource` must be freed after that. False after an
 * error message. */
static bool program_options(const TestBuild *b, ProgramOptions *o, char **resource) {
    *resource = files_are_there(b) ? cli_resource_dir() : NULL;
    const char *temp = *resource ? cli_temp_dir() : NULL;
    if (!temp) {
        free(*resource);
        return false;
    }
    *o = (ProgramOptions){
        .files = (const char *const *)b->files,
        .nfiles = b->nfiles,
        .plugins = (const char *const *)b->plugins,
        .nplugins = b->nplugins,
        .compiler_args = (const char *const *)b->compiler,
        .ncompiler_args = b->ncompiler,
        .entry = b->entry,
        .resource_dir = *resource,
        .temp_dir = temp,
        .check_overflow = b->run.check_overflow,
        .check_uninitialised = b->run.check_uninitialised,
        .no_optimisation = b->no_optimisation,
        .relaxed_volatile = b->relaxed_volatile,
    };
    if (b->layout) {
        o->layout = *b->layout ? b->layout : NULL;
        o->rewrite = REWRITE_FORGET_PLACES;
    }
    return true;
}

static Program *load_with(const ProgramOptions *o) {
    char *error = NULL;
    loading = 1;
    Program *p = program_load(o, &error);
    loading = 0;
    if (!p) cli_error("%s", error ? error : "the program cannot be loaded");
    free(error);
    return p;
}

Program *cli_load_program(const TestBuild *b, const char *cache) {
    ProgramOptions o;
    char *resource;
    if (!program_options(b, &o, &resource)) return NULL;
    o.cache = cache;
    Program *p = load_with(&o);
    free(resource);
    return p;
}

Program *cli_load_debugged(const TestBuild *b, const char *layout, const char *cache) {
    ProgramOptions o;
    char *resource;
    if (!program_options(b, &o, &resource)) return NULL;
    o.cache = cache;
    o.no_optimisation = o.debug_information = true;
    if (!o.layout) o.layout = layout;
    Program *p = load_with(&o);
    free(resource);
    return p;
}

Program *cli_load_sequential(const TestBuild *b, Sequentialization *s, const char *name,
                             const char *cache, char **error) {
    ProgramOptions o;
    char *resource;
    *error = NULL;
    if (!program_options(b, &o, &resource)) return NULL;
    o.cache = cache;
    char *runtime = xasprintf("%s/%s", resource, name);
    s->entry = b->entry;
    o.rewrite = REWRITE_SEQUENTIAL;
    o.sequentialization = s;
    o.added = (const char *const *)&runtime;
    o.nadded = 1;
    Program *p = program_load(&o, error);
    free(runtime);
    free(resource);
    return p;
}

static bool write_own_code(const TestBuild *b, Rewrite rewrite, Sequentialization *s,
                           const char *added, const char *path, bool text) {
    ProgramOptions o;
    char *resource, *error = NULL;
    if (!program_options(b, &o, &resource)) return false;
    o.rewrite = rewrite;
    o.sequentialization = s;
    o.added = &added;
    o.nadded = added != NULL;
    bool fine = program_write_rewritten(&o, path, text, &error);
    if (!fine) cli_error("%s", error);
    free(error);
    free(resource);
    return fine;
}

bool cli_write_sequential(const TestBuild *b, Sequentialization *s, const char *added,
                          const char *path, bool text) {
    s->entry = b->entry;
    return write_own_code(b, REWRITE_SEQUENTIAL, s, added, path, text);
}

bool cli_write_native(const TestBuild *b, const char *path) {
    return write_own_code(b, REWRITE_NATIVE, NULL, NULL, path, false);
}

/* Reports an input that begins behind the end of the text. The caller frees; NULL: it does not. */
static char *offset_beyond(const SymbolicData *d, const char *text) {
    size_t length = strlen(text);
    if (d->offset <= length) return NULL;
    char *what = d->name ? xasprintf("env:%s", d->name) : xasprintf("arg%u", d->number);
    char *error = xasprintf("symbolic=%s:%u@%u: \"%s\" has only %zu byte%s", what, d->size,
                            d->offset, text, length, length == 1 ? "" : "s");
    free(what);
    return error;
}

/* Reports data for an input that do not exist, since a typing error would explore a smaller
 * program. The caller frees; NULL: they exist. */
static char *missing_data(const TestBuild *b, const SystemOptions *s, const SymbolicData *d) {
    switch (d->kind) {
    case SYMBOLIC_STDIN: return NULL;
    case SYMBOLIC_ARGUMENT:
        return d->number < b->narguments
                   ? offset_beyond(d, b->arguments[d->number])
                   : xasprintf(
                         "symbolic=arg%u: the program has %zu argument%s (they are given after --)",
                         d->number, b->narguments - 1, b->narguments == 2 ? "" : "s");
    case SYMBOLIC_VARIABLE: {
        size_t n = strlen(d->name);
        for (size_t k = 0; k < b->nenvironment; k++)
            if (!strncmp(b->environment[k], d->name, n) && b->environment[k][n] == '=')
                return offset_beyond(d, b->environment[k] + n + 1);
        return xasprintf("symbolic=env:%s: no such variable (--env=%s=VALUE puts it into the "
                         "program's environment)",
                         d->name, d->name);
    }
    case SYMBOLIC_FILE: {
        struct stat st;
        if (d->made) return NULL;
        char *path = xasprintf("%s%s", s->files_path ? s->files_path : "", d->name);
        int none;
        const KeptFile *kept = s->kept ? kept_files_look(s->kept, d->name, &none) : NULL;
        bool there = s->kept ? kept && S_ISREG(kept->mode)
                             : s->files_path && stat(path, &st) == 0 && S_ISREG(st.st_mode);
        free(path);
        return there ? NULL
                     : xasprintf("symbolic=file:%s: no such file %s", d->name,
                                 s->files_path ? "in the program's folder"
                                               : "(--files=DIR gives the program files)");
    }
    }
    return NULL;
}

/* Returns the system's settings, which the caller clears and frees. NULL after an error message if
 * one is wrong. */
static SystemOptions *system_options(const TestBuild *b, const KeptFiles *kept) {
    char *error = NULL;
    SystemOptions *s = xcalloc(1, sizeof *s);
    s->kept = kept;
    for (size_t k = 0; k < b->nsystem && !error; k++) system_set(s, b->system[k], &error);
    struct stat st;
    for (size_t k = 0; k < s->symbolic.len && !error; k++)
        error = missing_data(b, s, &s->symbolic.data[k]);
    if (!error && s->files_path && !kept && (stat(s->files_path, &st) != 0 || !S_ISDIR(st.st_mode)))
        error = xasprintf("files=%s: no such folder", s->files_path);
    if (!error) return s;
    cli_error("%s", error);
    free(error);
    system_clear(s);
    free(s);
    return NULL;
}

bool cli_campaign_options(const TestBuild *b, const KeptFiles *kept, CampaignOptions *o) {
    SystemOptions *system = system_options(b, kept);
    if (!system) return false;
    *o = (CampaignOptions){
        .confirm = campaign_confirm,
        .explore.strategy = b->strategy,
        .interleave = !strcmp(b->interleave, "memory") ? INTERLEAVE_MEMORY : INTERLEAVE_SYNC,
        .run = b->run,
        .argc = (int)b->narguments,
        .stdin_path = b->stdin_path,
        .system = system,
    };
    const char **argv = xcalloc(b->narguments + 1, sizeof *argv);
    for (size_t i = 0; i < b->narguments; i++) argv[i] = b->arguments[i];
    o->argv = argv;
    const char **environment = xcalloc(b->nenvironment + 1, sizeof *environment);
    for (size_t i = 0; i < b->nenvironment; i++) environment[i] = b->environment[i];
    o->environment = environment;
    return true;
}

void cli_campaign_options_free(CampaignOptions *o) {
    free((void *)o->argv);
    free((void *)o->environment);
    system_clear((SystemOptions *)o->system);
    free((void *)o->system);
    o->argv = o->environment = NULL;
    o->system = NULL;
}

bool cli_parse(const OptionParser *parser, void (*help)(void), int argc, char **argv,
               void *settings, CommandWords *words, int *status) {
    char *error = NULL;
    bool fine = options_parse(parser, argc - 1, argv + 1, settings, words, &error);
    *status = fine ? STATUS_NOTHING : STATUS_USAGE;
    if (!fine) cli_error("%s", error);
    free(error);
    if (fine && words->help) help();
    return fine && !words->help;
}

int cli_one_file(const OneFileCommand *command, int argc, char **argv, void *settings) {
    OptionParser parser = {.command = command->name, .table = command->options};
    CommandWords words = {0};
    int status;
    if (cli_parse(&parser, command->help, argc, argv, settings, &words, &status)) {
        if (words.positional.len == 1) {
            status = command->run(settings, words.positional.data[0]);
        } else {
            cli_error("heddle %s takes %s (see heddle %s --help)", command->name, command->takes,
                      command->name);
            status = STATUS_USAGE;
        }
    }
    command_words_clear(&words);
    return status;
}
