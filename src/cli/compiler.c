/*
 * compiler.c — options of the C compiler among ours, so that a build line can be given as it is: what changes
 * the meaning of the program is passed on, what does not is ignored, what cannot be is refused.
 */
#include "cli/cli.h"

static bool begins(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

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
        /* Code that another compiler accepts may need it; warnings this one does not know are no
         * complaint. */
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
