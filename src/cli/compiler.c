/*
 * compiler.c — options of the C compiler among those of Heddle, so that a build line can be given
 * as it is. Options that change the meaning of the program are passed on, others are ignored, and
 * those that cannot be honoured are refused.
 */
#include "cli/cli.h"
#include "cli/machine_options.h"
#include "cli/words.h"

/* Returns the value of an option: the part attached to it, or else the next word. NULL with one
 * line in *error. */
static const char *option_word_value(int argc, char **argv, int *i, const char *attached,
                                     char **error) {
    if (attached && *attached) return attached;
    if (*i + 1 < argc) return argv[++*i];
    *error = xasprintf("%s needs a value", argv[*i]);
    return NULL;
}

/* Takes an option with a value that matters. The result is that of compiler_option. */
static int option_with_value(int argc, char **argv, int *i, StringList *kept, Arena *made,
                             char **error) {
    static const char *const separate[] = {"-include", "-isystem", "-idirafter", "-iquote",
                                           "-imacros"};
    const char *arg = argv[*i], *name = NULL, *value;
    for (size_t k = 0; k < ARRAY_LEN(separate) && !name; k++)
        if (has_prefix(arg, separate[k])) name = separate[k];
    if (name) {
        value = option_word_value(argc, argv, i, arg + strlen(name), error);
    } else if (has_prefix(arg, "--include") && (arg[9] == '=' || !arg[9])) {
        name = "-I";
        value = arg[9] ? arg + 10 : option_word_value(argc, argv, i, NULL, error);
    } else if (has_prefix(arg, "--define") && (arg[8] == '=' || !arg[8])) {
        name = "-D";
        value = arg[8] ? arg + 9 : option_word_value(argc, argv, i, NULL, error);
    } else if (arg[1] == 'I' || arg[1] == 'D' || arg[1] == 'U') {
        char letter[] = {'-', arg[1], 0};
        name = arena_strdup(made, letter);
        value = option_word_value(argc, argv, i, arg + 2, error);
    } else {
        return 0;
    }
    if (!value) return -1;
    vec_push(kept, name);
    vec_push(kept, value);
    return 1;
}

/* Whether an option of one word changes the meaning of the program. */
static bool has_meaning(const char *arg) {
    static const char *const words[] = {"-ansi",
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
                                        "-fsigned-bitfields",
                                        NULL};
    return is_one_of(arg, words) || has_prefix(arg, "-Wp,") || has_prefix(arg, "-fpack-struct");
}

/* Whether an option of one word changes speed, warnings or linking only. */
static bool is_ignored(const char *arg) {
    static const char *const words[] = {"-pthread", "-static", "-shared", "-rdynamic",
                                        "-pipe",    "-pg",     "-p",      "-s",
                                        "-no-pie",  "-pie",    "-c",      NULL};
    static const char *const beginnings[] = {"-O", "-g", "-W", "-f", "-m", "-pedantic", NULL};
    return is_one_of(arg, words) || begins_with_one_of(arg, beginnings);
}

int compiler_option(int argc, char **argv, int *i, StringList *kept, Arena *made, char **error) {
    const char *arg = argv[*i];
    if (!strcmp(arg, "-m32") || !strcmp(arg, "-mx32")) {
        *error = xasprintf("%s is not supported: programs are tested as 64-bit x86 programs", arg);
        return -1;
    }
    int taken = option_with_value(argc, argv, i, kept, made, error);
    if (taken) return taken;
    if (has_prefix(arg, "-x")) {
        const char *value = arg[2] ? arg + 2 : *i + 1 < argc ? argv[++*i] : "";
        if (!strcmp(value, "c")) return 1;
        *error = xasprintf("-x %s is not supported; Heddle tests programs written in C", value);
        return -1;
    }
    if (has_prefix(arg, "-std=") && strstr(arg, "++")) {
        *error = xasprintf("%s: C++ is not supported; Heddle tests programs written in C", arg);
        return -1;
    }
    if (has_prefix(arg, "-std=") || has_meaning(arg)) {
        vec_push(kept, arg);
        return 1;
    }
    if (has_prefix(arg, "-Wno-")) {
        /* Code that another compiler accepts may need the option. This compiler is not to complain
         * about warnings that it does not know. */
        vec_push(kept, "-Wno-unknown-warning-option");
        vec_push(kept, arg);
        return 1;
    }
    const char *const *of_machine = machine_options(arg);
    for (; of_machine && *of_machine; of_machine++) vec_push(kept, *of_machine);
    if (has_prefix(arg, "-L") || has_prefix(arg, "-l")) {
        if (!arg[2] && *i + 1 < argc) ++*i;
        return 1;
    }
    return is_ignored(arg);
}
