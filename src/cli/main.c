/*
 * main.c — the command `heddle`: picks the subcommand and nothing else.
 */
#include "solver/backends/backend.h"
#include "cli/cli.h"
#include <stdio.h>
#include <stdlib.h>

static void main_help(void) {
    puts(
        "Heddle " HEDDLE_VERSION ", a systematic tester for multi-threaded C programs.\n"
        "\n"
        "usage: heddle COMMAND [OPTIONS] ...\n"
        "\n"
        "commands:\n"
        "  test FILE...    explore the inputs and thread schedules of a program; each bug becomes "
        "a test\n"
        "  run PROGRAM     run a program once, with all checks and its own input, output and exit "
        "status\n"
        "  replay TEST     run a test again\n"
        "  debug TEST      step through a test, forwards and backwards; --dap: for editors\n"
        "  show TEST       explain a test: the threads side by side, the inputs, where threads "
        "interfere\n"
        "  report FOLDER   write a page to look at: findings with timelines, coverage, statistics, "
        "the verdict\n"
        "  cover FOLDER    which lines and branches an exploration executed, for lcov\n"
        "  seq PROGRAM     turn two threads into one sequential program, for any symbolic tester\n"
        "  diff OLD NEW    explore only what a change from OLD to NEW can influence\n"
        "  resume DB       go on with a campaign of heddle test --db\n"
        "  work DB         help with a campaign, on any machine that reaches its database\n"
        "  status DB       how far a campaign is, and who works on it\n"
        "  findings DB     what a campaign found, with the tests\n"
        "  cc ...          the C compiler for whole builds: CC=heddle-cc ./configure && make;\n"
        "                  then heddle test PROGRAM -- ARGUMENTS\n"
        "  lib build NAME  build a library of Debian for it, such as zlib1g-dev\n"
        "\n"
        "A first run:\n"
        "  heddle test program.c              compiles and explores; tests go to heddle-out/\n"
        "  heddle replay heddle-out/0001-assertion.test.json\n"
        "\n"
        "The program marks its inputs with heddle_symbolic or heddle_int from <heddle/heddle.h>;\n"
        "without them only the schedules are explored. Give --interleave=memory for programs that\n"
        "share plain variables without locks on purpose.\n"
        "\n"
        "heddle COMMAND --help lists the options of a command; heddle --version prints the "
        "version.\n"
        "\n"
        "Exit status: 0 explored completely, no bug found; 1 bug found; 2 bad usage or input; 3 "
        "stopped\n"
        "at a limit, no bug found; 4 internal error; 5 complete up to the bound that the summary "
        "states\n"
        "(interferences, reads, threads), no bug found.");
}

static int run_command(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {
        {"test", command_test},         {"run", command_run},       {"replay", command_replay},
        {"debug", command_debug},       {"show", command_show},     {"cc", command_cc},
        {"cover", command_cover},       {"seq", command_seq},       {"diff", command_diff},
        {"resume", command_resume},     {"work", command_work},     {"status", command_status},
        {"findings", command_findings}, {"report", command_report}, {"lib", command_lib}};
    const char *slash = strrchr(argv[0], '/');
    /* One word, for builds that take only one word as the compiler. */
    if (!strcmp(slash ? slash + 1 : argv[0], "heddle-cc")) return command_cc(argc, argv);

    if (argc < 2) {
        cli_error("no command given (see heddle --help)");
        return STATUS_USAGE;
    }
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || (!strcmp(name, "help") && argc == 2)) {
        main_help();
        return STATUS_NOTHING;
    }
    if (!strcmp(name, "--version")) {
        puts("heddle " HEDDLE_VERSION);
        return STATUS_NOTHING;
    }
    static char help_word[] = "--help";
    if (!strcmp(name, "help")) {
        argv[1] = argv[2];
        argv[2] = help_word;
        name = argv[1];
        argc = 3;
    }
    for (size_t i = 0; i < ARRAY_LEN(commands); i++)
        if (!strcmp(commands[i].name, name)) return commands[i].run(argc - 1, argv + 1);
    cli_error("unknown command '%s' (see heddle --help)", name);
    return STATUS_USAGE;
}

int main(int argc, char **argv) {
    int status = run_command(argc, argv);
    if (backend_runs_on()) cli_end_at_once(status);
    return status;
}
