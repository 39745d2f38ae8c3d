/* test_why.c — see test_why.h. */
#include "cli/commands/test/test_why.h"
#include "replay/why.h"
#include "report/formats/run/text_why.h"
#include <stdlib.h>

/* The work of looking for reasons, in instructions and steps of the schedule; so what is printed
 * does not depend on the machine. */
#define MOST_WORK 2000000
/* The same for two changes at once. */
#define PAIR_WORK 10000000
#define MOST_STEPS 300
/* Findings of one exploration whose reasons are looked for. */
#define MOST_FINDINGS 10
/* Only a machine that does next to nothing takes so long. */
#define MOST_SECONDS 5

static bool reason_interrupted(void *context) {
    (void)context;
    return cli_interrupted();
}

void test_tell_why(const TestRun *r, const Finding *f) {
    CampaignOptions o;
    if (!r->program || r->found > MOST_FINDINGS || f->unconfirmed || f->nslots < 2 ||
        f->nschedule > MOST_STEPS || !strcmp(f->kind, "race") ||
        !cli_campaign_options(r->build, r->kept, &o))
        return;
    WhyLimits limits = {.seconds = MOST_SECONDS,
                        .work = MOST_WORK,
                        .pair_work = PAIR_WORK,
                        .interrupted = reason_interrupted};
    char *error = NULL, *note = text_note(&r->style);
    Why *w = why_of_test(r->program, &o, f, &limits, &error);
    if (w && w->complete) text_why_first(stderr, w, f, note);
    if (w) why_free(w);
    free(note);
    free(error);
    cli_campaign_options_free(&o);
}
