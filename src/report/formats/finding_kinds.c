/* finding_kinds.c — see finding_kinds.h. */
#include "report/formats/finding_kinds.h"
#include "base/base.h"

const char *finding_kind_text(const char *kind) {
    static const struct {
        const char *kind, *text;
    } all[] = {
        {"assertion", "An assertion of the program fails."},
        {"memory", "An access is to memory that is not valid there."},
        {"race", "Two threads access the same memory, one of them writes, and nothing orders the "
                 "accesses."},
        {"deadlock", "Threads wait for each other, or for what no thread can do any more."},
        {"api", "A library function is called in a way that its specification does not allow."},
        {"abort", "The program ends itself by abort or a signal."},
        {"arithmetic", "An arithmetic operation has no defined result, as a division by zero."},
        {"hang", "A thread goes on for ever without progress."},
        {"unreachable", "Control reaches a place that the program says is never reached."},
        {"overflow", "A signed arithmetic operation overflows."},
        {"leak", "Memory is neither freed nor reachable at the end of the program."},
        {"uninitialised", "A value that was never written decides what the program does."},
    };
    for (size_t k = 0; k < ARRAY_LEN(all); k++)
        if (!strcmp(all[k].kind, kind)) return all[k].text;
    return "Some execution of the program goes wrong.";
}
