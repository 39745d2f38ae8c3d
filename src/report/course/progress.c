/* progress.c — draws and erases the progress line on a terminal. See progress.h. */
#include "report/course/progress.h"
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

void progress_start(Progress *p, FILE *out, bool enabled, double max_time, uint64_t max_traces) {
    *p = (Progress){.started = time_wall(), .max_time = max_time, .max_traces = max_traces};
    if (enabled && isatty(fileno(out))) p->out = out;
}

char *progress_text(const Progress *p, const CampaignStats *stats, size_t findings,
                    double seconds) {
    StrBuf b = {0};
    str_addf(&b, "%llu traces, %llu events, %llu cut-off%s, %zu bug%s",
             (unsigned long long)stats->traces, (unsigned long long)stats->events,
             (unsigned long long)stats->cutoffs, stats->cutoffs == 1 ? "" : "s", findings,
             findings == 1 ? "" : "s");
    if (stats->branches_total)
        str_addf(&b, ", branches %.0f%%",
                 100.0 * (double)stats->branches_covered / (double)stats->branches_total);
    if (stats->degree)
        str_addf(&b, ", with %llu interference%s", (unsigned long long)stats->degree - 1,
                 stats->degree == 2 ? "" : "s");
    if (seconds > 0.5) str_addf(&b, ", %.0f traces/s", (double)stats->traces / seconds);
    if (stats->hunting) str_add(&b, ", hunting");
    str_addf(&b, ", %.0f s", seconds);
    if (stats->explored > 0) {
        Estimate e = stats_estimate(stats);
        char *text = estimate_text(&e, stats->pass_seconds);
        str_addf(&b, ", %s", text);
        free(text);
    }
    /* The nearer limit counts. */
    double left = p->max_time > 0 ? p->max_time - seconds : -1;
    if (p->max_traces && stats->traces && seconds > 0.5 && stats->traces < p->max_traces) {
        double by_traces =
            (double)(p->max_traces - stats->traces) * seconds / (double)stats->traces;
        if (left < 0 || by_traces < left) left = by_traces;
    }
    if (left >= 0) str_addf(&b, ", at most %.0f s left", left);
    return b.data;
}

void progress_show(Progress *p, const CampaignStats *stats, size_t findings) {
    if (!p->out) return;
    double now = time_wall();
    if (now - p->started < 0.3 || (p->drawn && now - p->shown < 0.1)) return;
    p->shown = now;
    char *text = progress_text(p, stats, findings, now - p->started);
    struct winsize w;
    int width = ioctl(fileno(p->out), TIOCGWINSZ, &w) == 0 && w.ws_col ? w.ws_col : 80;
    fprintf(p->out, "\r%.*s\033[K", width - 1, text);
    fflush(p->out);
    p->drawn = true;
    free(text);
}

void progress_clear(Progress *p) {
    if (!p->out || !p->drawn) return;
    fputs("\r\033[K", p->out);
    fflush(p->out);
    p->drawn = false;
}
