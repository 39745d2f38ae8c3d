/*
 * compile.c — compiles C and preprocessed C to bitcode, by clang and with the headers of the
 * engine's libc. Constructs that gcc understands and clang does not are rewritten before.
 */
#include "program/front_end/loader.h"
#include "program/load/file_reads.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The compiler's own headers, used if the installation has no copy of them. */
#define CLANG_HEADERS "/usr/lib/llvm-19/lib/clang/19/include"

/* Returns a file as text, which the caller frees. Text behind a zero byte does not count. */
static char *read_text(Loader *l, const char *path, bool *zeros) {
    FILE *f = fopen(path, "rb");
    StrBuf b = {0};
    str_add(&b, "");
    if (!f) {
        loader_error(l, "%s: %s", path, strerror(errno));
    } else {
        for (size_t n = 1; n && !feof(f) && !ferror(f);) {
            vec_reserve(&b, b.len + 65536);
            n = fread(b.data + b.len, 1, 65535, f);
            b.len += n;
        }
        b.data[b.len] = 0;
        if (ferror(f)) loader_error(l, "%s: %s", path, strerror(errno));
    }
    if (f) fclose(f);
    if (zeros) *zeros = strlen(b.data) != b.len;
    return b.data;
}

/* Returns the end of the token at `s`, for a search of brackets and names: a literal, a comment or
 * a line of the preprocessor is one token. */
static char *skip_token(char *s, bool line_start) {
    if (*s == '"' || *s == '\'') {
        char quote = *s++;
        while (*s && *s != quote && *s != '\n') s += *s == '\\' && s[1] ? 2 : 1;
        return *s == quote ? s + 1 : s;
    }
    if (*s == '#' && line_start) return s + strcspn(s, "\n");
    if (*s == '/' && s[1] == '/') return s + strcspn(s, "\n");
    if (*s == '/' && s[1] == '*') {
        char *end = strstr(s + 2, "*/");
        return end ? end + 2 : s + strlen(s);
    }
    size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return s + (n ? n : 1);
}

/*
 * Blanks the bodies of functions that pass their variable arguments on with gcc's
 * __builtin_va_arg_pack, which leaves declarations. Such functions are inline copies of functions
 * that libc has. Lines keep their numbers. False if there are none.
 */
static bool blank_packs(char *text) {
    static const char pack[] = "__builtin_va_arg_pack"; /* and …_len */
    bool any = false, packs = false, line_start = true;
    char *body = NULL;
    unsigned depth = 0;
    for (char *s = text, *end; *s; s = end) {
        end = skip_token(s, line_start);
        line_start = *s == '\n' || (line_start && (*s == ' ' || *s == '\t'));
        if (*s == '{' && depth++ == 0) {
            body = s;
            packs = false;
        } else if (!strncmp(s, pack, sizeof pack - 1)) {
            packs = true;
        } else if (*s == '}' && depth) {
            if (--depth || !packs) continue;
            for (char *c = body; c <= s; c++)
                if (*c != '\n') *c = ' ';
            *body = ';';
            any = true;
        }
    }
    return any;
}

/* Makes gcc's atomic_flag, an _Atomic structure, a plain one, since clang does not allow
 * initialising it. Its operations are atomic without that. */
static bool plain_flag(char *text) {
    char *s = strstr(text, "} atomic_flag;");
    while (s && s > text && *s != '{') s--;
    static const char *const before[] = {"struct", "_Atomic"};
    for (size_t k = 0; s && k < ARRAY_LEN(before); k++) {
        size_t n = strlen(before[k]);
        while (s > text && strchr(" \t\n", s[-1])) s--;
        s = (size_t)(s - text) >= n && !strncmp(s - n, before[k], n) ? s - n : NULL;
    }
    if (s) memset(s, ' ', strlen("_Atomic"));
    return s != NULL;
}

/* Returns the flags of a line marker (`# 5 "x.h" 1 3`), or NULL if the line at `s` is none. */
static char *marker_flags(char *s) {
    s += strspn(s, " \t");
    if (*s++ != '#') return NULL;
    s += strspn(s, " \t");
    size_t digits = strspn(s, "0123456789");
    s += digits;
    s += strspn(s, " \t");
    return digits && *s == '"' ? skip_token(s, false) : NULL;
}

/*
 * Blanks the flags of line markers that do not match. They say where an included file begins (1)
 * and where one ends (2). If more end than began, as in cut-out pieces of programs, gcc accepts the
 * text and clang refuses it. False if all match.
 */
static bool level_markers(char *text) {
    bool level = true;
    for (int pass = 0; pass < 2; pass++) {
        size_t depth = 0;
        for (char *line = text, *end; line; line = end ? end + 1 : NULL) {
            end = strchr(line, '\n');
            for (char *flag = marker_flags(line); flag && *flag && *flag != '\n'; flag++) {
                if (*flag != '1' && *flag != '2') continue;
                if (pass)
                    *flag = ' ';
                else if (*flag == '1')
                    depth++;
                else if (depth)
                    depth--;
                else
                    level = false;
            }
        }
        if (level) return false;
    }
    return true;
}

/* Whether the text defines the type `name`: `typedef float _Float32;`. */
static bool defines_type(const char *text, const char *name) {
    size_t n = strlen(name);
    for (const char *s = text; (s = strstr(s, name)); s += n)
        if (s[n + strspn(s + n, " \t")] == ';' && s > text && (s[-1] == ' ' || s[-1] == '\t'))
            return true;
    return false;
}

typedef VEC(char *) Arguments;

static void define(Arguments *argv, const char *format, ...) PRINTF_LIKE(2, 3);
static void define(Arguments *argv, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    char *text = NULL;
    if (vasprintf(&text, format, ap) < 0) base_fatal("out of memory");
    va_end(ap);
    vec_push(argv, xasprintf("-D%s", text));
    free(text);
}

/* Defines one of gcc's functions for an object that may be _Atomic. Its name is the concatenation
 * of `before`, `name` and `after`. */
static void define_plain(Arguments *argv, const char *before, const char *name, const char *after) {
    define(argv, "%s%s%s(p, ...)=%s%s%s(__heddle_plain(p), __VA_ARGS__)", before, name, after,
           before, name, after);
}

/* Defines types that gcc knows and clang does not, unless the program defines their names. */
static void define_types(Arguments *argv, const char *text) {
    static const struct {
        const char *name, *meaning;
    } types[] = {{"_Float32", "float"},
                 {"_Float64", "double"},
                 {"_Float32x", "double"},
                 {"_Float64x", "long double"},
                 {"_Float128", "__float128"}};
    for (size_t k = 0; k < ARRAY_LEN(types); k++)
        if (!defines_type(text, types[k].name))
            define(argv, "%s=%s", types[k].name, types[k].meaning);
}

/* Defines operations that gcc's <stdatomic.h> applies to _Atomic objects, and clang only to
 * others. */
static void define_atomics(Arguments *argv) {
    static const char *const atomics[] = {"load",   "store",   "exchange",   "compare_exchange",
                                          "load_n", "store_n", "exchange_n", "compare_exchange_n"};
    static const char *const syncs[] = {"bool_compare_and_swap", "val_compare_and_swap",
                                        "lock_test_and_set"};
    static const char *const fetches[] = {"add", "sub", "and", "or", "xor", "nand"};
    define(argv, "__heddle_plain(p)=(__typeof__((void)0, *(p)) *)(p)");
    for (size_t k = 0; k < ARRAY_LEN(atomics); k++) define_plain(argv, "__atomic_", atomics[k], "");
    for (size_t k = 0; k < ARRAY_LEN(syncs); k++) define_plain(argv, "__sync_", syncs[k], "");
    define(argv, "__sync_lock_release(p, ...)=__sync_lock_release(__heddle_plain(p))");
    for (size_t k = 0; k < ARRAY_LEN(fetches); k++) {
        define_plain(argv, "__atomic_fetch_", fetches[k], "");
        define_plain(argv, "__atomic_", fetches[k], "_fetch");
        define_plain(argv, "__sync_fetch_and_", fetches[k], "");
        define_plain(argv, "__sync_", fetches[k], "_and_fetch");
    }
}

/* Defines fortified functions as plain ones. They check sizes that the compiler knows, but here
 * every access is checked. */
static void define_fortified(Arguments *argv) {
    static const struct {
        const char *name, *arguments;
    } sized[] = {{"memcpy", "a, b, n"},  {"memmove", "a, b, n"}, {"mempcpy", "a, b, n"},
                 {"memset", "a, b, n"},  {"strncpy", "a, b, n"}, {"strncat", "a, b, n"},
                 {"stpncpy", "a, b, n"}, {"strcpy", "a, b"},     {"strcat", "a, b"},
                 {"stpcpy", "a, b"}};
    for (size_t k = 0; k < ARRAY_LEN(sized); k++) {
        const char *f = sized[k].name, *arguments = sized[k].arguments;
        define(argv, "__builtin___%s_chk(%s, size)=__builtin_%s(%s)", f, arguments, f, arguments);
    }
    define(argv, "__builtin___vsprintf_chk(s, flag, size, ...)=__builtin_vsprintf(s, __VA_ARGS__)");
    define(
        argv,
        "__builtin___vsnprintf_chk(s, n, flag, size, ...)=__builtin_vsnprintf(s, n, __VA_ARGS__)");
}

/* Writes the text to a file of its own and returns its name, which the caller frees. */
static char *write_unit(Loader *l, const char *file, size_t number, const char *text) {
    char *copy = xasprintf("%s/unit%zu.i", l->options->temp_dir, number);
    /* Findings report the given name if the text has no line markers of its own. */
    StrBuf first = {0};
    str_add(&first, "# 1 \"");
    for (const char *c = file; *c; c++) {
        if (*c == '"' || *c == '\\') str_addc(&first, '\\');
        str_addc(&first, *c);
    }
    str_add(&first, "\"\n");
    FILE *out = fopen(copy, "wb");
    bool fine = out && fputs(first.data, out) >= 0 && fputs(text, out) >= 0;
    if (out && fclose(out) != 0) fine = false;
    vec_free(&first);
    if (!fine) loader_error(l, "%s: %s", copy, strerror(errno));
    return copy;
}

/*
 * Prepares preprocessed C for clang. It comes from gcc with glibc's headers, and is compiled as C
 * again, with macros for constructs that gcc understands and clang does not. Returns the file to
 * compile, which the caller frees: the given one or a copy.
 */
static char *preprocessed(Loader *l, const char *file, size_t number, Arguments *argv) {
    char *text = read_text(l, file, NULL);
    if (l->error) {
        free(text);
        return NULL;
    }
    vec_push(argv, xstrdup("-x"));
    vec_push(argv, xstrdup("c"));
    vec_push(argv, xstrdup("-undef")); /* identifiers like `linux` are the program's own now */
    vec_push(argv, xstrdup("-w"));
    vec_push(argv, xstrdup("-Wno-error"));
    define(argv, "__malloc__(...)=__malloc__");
    define_types(argv, text);
    define_atomics(argv);
    define_fortified(argv);
    bool packs = blank_packs(text), flag = plain_flag(text), markers = level_markers(text);
    char *chosen = packs || flag || markers ? write_unit(l, file, number, text) : xstrdup(file);
    free(text);
    return chosen;
}

/* Whether messages of the compiler are coloured, by the rule for Heddle's own. */
static bool coloured(void) {
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(2) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

/* Collects the compiler's arguments, except the kind of output, its path, and the file. Returns the
 * file, which the caller frees, or NULL with an error set. */
static char *compiler_arguments(Loader *l, const char *file, size_t number, Arguments *argv) {
    const ProgramOptions *o = l->options;
    static const char *const fixed[] = {
        COMPILER,
        "-emit-llvm",
        "-O1",
        "-g",
        "-Xclang",
        "-disable-llvm-passes",
        "-fno-builtin",
        "-fno-stack-protector",
        "-fno-pie",
        "-fno-vectorize",
        "--target=x86_64-linux-musl",
        "-fno-discard-value-names",
        "-nostdinc",
        "-Wno-error=sign-compare"}; /* for CMSG_NXTHDR, a macro of musl's headers */
    bool again = has_suffix(file, ".i");
    for (size_t i = 0; i < ARRAY_LEN(fixed); i++) vec_push(argv, xstrdup(fixed[i]));
    for (const char *const *w = compiler_leniency; *w; w++) vec_push(argv, xstrdup(*w));
    if (coloured()) vec_push(argv, xstrdup("-fcolor-diagnostics"));
    char *source = again ? preprocessed(l, file, number, argv) : xstrdup(file);
    if (!again) {
        vec_push(argv, xstrdup("-isystem"));
        vec_push(argv, xasprintf("%s/include", o->resource_dir));
        vec_push(argv, xstrdup("-D__HEDDLE__=1"));
    }
    for (const char *const *w = compiler_macros; *w; w++) vec_push(argv, xstrdup(*w));
    /* clang's own headers (stddef.h, stdarg.h, …) come after musl's. */
    char *builtin_headers = xasprintf("%s/clang-include", o->resource_dir);
    struct stat st;
    vec_push(argv, xstrdup("-idirafter"));
    vec_push(argv, xstrdup(stat(builtin_headers, &st) == 0 ? builtin_headers : CLANG_HEADERS));
    free(builtin_headers);
    vec_push(argv, xstrdup("-idirafter"));
    vec_push(argv, xasprintf("%s/kernel-include", o->resource_dir));
    for (size_t i = 0; i < o->ncompiler_args; i++) {
        /* Macros and included files took effect when the file was preprocessed. */
        const char *arg = o->compiler_args[i];
        bool pair = !strcmp(arg, "-D") || !strcmp(arg, "-U") || !strcmp(arg, "-include") ||
                    !strcmp(arg, "-imacros");
        if (again && pair)
            i++;
        else
            vec_push(argv, xstrdup(arg));
    }
    if (again) vec_push(argv, xstrdup("-fno-trigraphs")); /* -std=, if it comes last, wins */
    return source;
}

/* Runs the compiler and waits for it; its messages go to the file `messages`. Returns its wait
 * status, or 0 if the loader has an error. Frees the arguments. */
static int run_compiler(Loader *l, Arguments *argv, const char *messages) {
    pid_t pid;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    vec_push(argv, NULL);
    int e = l->error ? 0 : posix_spawnp(&pid, argv->data[0], &actions, NULL, argv->data, environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (e)
        loader_error(l, "cannot run " COMPILER ": %s (install the package " COMPILER ")",
                     strerror(e));
    else if (!l->error)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    for (size_t i = 0; i < argv->len; i++) free(argv->data[i]);
    vec_free(argv);
    return status;
}

/* Notes the files that the compiler read. `list` is the file with its dependencies. */
static void note_reads(Loader *l, const char *file, const char *list) {
    const ProgramOptions *o = l->options;
    char *temp = xasprintf("%s/", o->temp_dir),
         *headers = xasprintf("%s/include/", o->resource_dir),
         *builtins = xasprintf("%s/clang-include/", o->resource_dir),
         *kernel = xasprintf("%s/kernel-include/", o->resource_dir);
    const char *own[] = {temp, headers, builtins, CLANG_HEADERS "/", kernel};
    bool zeros;
    char *text = read_text(l, list, &zeros);
    /* The compiler may have read a copy of preprocessed C. */
    if (has_suffix(file, ".i")) reads_add_contents(l->record, file);
    if (zeros) l->record->reads_unknown = true;
    reads_add_compiled(l->record, o, text, own, ARRAY_LEN(own));
    free(text);
    free(temp);
    free(headers);
    free(builtins);
    free(kernel);
}

/* Whether messages of the compiler are about a header of the kernel that is missing. */
static bool asks_for_kernel(const char *said) {
    return strstr(said, "'linux/") || strstr(said, "'asm/");
}

/* Compiles the file into path[0]; path[1] and path[2] are for messages and dependencies. `source`
 * is the file or a copy of it. Frees the arguments. */
static void compile_file(Loader *l, const char *file, const char *source, Arguments *argv,
                         char *const path[3]) {
    static const char *const more[] = {"-c", "-MD", "-MT", "program", "-MF"};
    for (size_t k = 0; k < ARRAY_LEN(more); k++) vec_push(argv, xstrdup(more[k]));
    vec_push(argv, xstrdup(path[2]));
    vec_push(argv, xstrdup("-o"));
    vec_push(argv, xstrdup(path[0]));
    vec_push(argv, xstrdup(source));
    int status = run_compiler(l, argv, path[1]);
    bool hint = false;
    if (!l->error) {
        char *said = read_text(l, path[1], NULL);
        hint = !kernel_headers_are_there(l->options->resource_dir) && asks_for_kernel(said);
        if (*said) str_add(&l->record->messages, said);
        free(said);
    }
    if (status != 0)
        loader_error(l, "%s: compilation failed (see the messages of clang above)%s%s", file,
                     hint ? "; " : "", hint ? kernel_headers_hint : "");
    if (!l->error) note_reads(l, file, path[2]);
    unlink(path[1]);
    unlink(path[2]);
}

/* Writes what was kept of a file to a path. */
static bool write_compiled(const UnitBytes *kept, const char *path) {
    FILE *out = fopen(path, "wb");
    bool fine = out && fwrite(kept->data, 1, kept->len, out) == kept->len;
    if (out && fclose(out) != 0) fine = false;
    free(kept->block);
    return fine;
}

/* The request to compile a file: everything the compiler is given but names of temporary files. */
static Digest request_key(const UnitCache *c, const Loader *l, const char *file,
                          const Arguments *argv) {
    Digest key = unit_key_of_source(c, file);
    digest_add_text(&key, l->folder);
    for (size_t k = 0; k < argv->len; k++) digest_add_text(&key, argv->data[k]);
    return key;
}

char *compile_source(Loader *l, const char *file, size_t number) {
    static const char *const suffixes[] = {"bc", "txt", "d"};
    Arguments argv = {0};
    char *source = compiler_arguments(l, file, number, &argv), *path[3];
    for (size_t k = 0; k < ARRAY_LEN(path); k++)
        path[k] = xasprintf("%s/unit%zu.%s", l->options->temp_dir, number, suffixes[k]);
    LoadRecord record = {.started = l->record->started}, *outer = l->record;
    UnitCache cache = {0};
    /* Of preprocessed C there may be a copy, whose name is another one each time. */
    if (source && !strcmp(source, file)) cache = unit_cache_open_compiled(l->options);
    Digest key = request_key(&cache, l, file, &argv);
    UnitBytes kept;
    bool found = unit_cache_find_source(&cache, key, &record, &kept);
    if (!found || !write_compiled(&kept, path[0])) {
        load_record_clear(&record);
        record = (LoadRecord){.started = outer->started};
        l->record = &record;
        compile_file(l, file, source ? source : file, &argv, path);
        l->record = outer;
        size_t len = 0;
        char *made = l->error || !cache.compiles ? NULL : file_contents(path[0], &len);
        if (made) unit_cache_store_source(&cache, key, &record, made, len);
        free(made);
    }
    for (size_t k = 0; k < argv.len; k++) free(argv.data[k]);
    vec_free(&argv);
    unit_add_record(outer, &record);
    load_record_clear(&record);
    free(source);
    free(path[1]);
    free(path[2]);
    if (!l->error) return path[0];
    free(path[0]);
    return NULL;
}
