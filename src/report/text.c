/* text.c — findings for people. See text.h. */
#include "report/text.h"
#include "report/test_file/test_file.h"
#include "vm/machine/machine.h"
#include "base/tables/index.h"
#include <ctype.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define BOLD "\033[1m"
#define RED "\033[1;31m"
#define CYAN "\033[1;36m"
#define GREEN "\033[1;32m"
#define PLAIN "\033[0m"

/* Limits on the steps of a schedule and the frames in a diagnostic; `heddle show` prints all. */
#define STEPS_TOLD 12

TextStyle text_style(FILE *out) {
    TextStyle s = {0};
    int fd = fileno(out);
    if (!isatty(fd)) return s;
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    s.colour = !(no && *no) && term && strcmp(term, "dumb") != 0;
    struct winsize w;
    s.width = ioctl(fd, TIOCGWINSZ, &w) == 0 && w.ws_col ? w.ws_col : 80;
    return s;
}

static const char *on(const TextStyle *s, const char *code) { return s->colour ? code : ""; }

char *text_count(uint64_t n, const char *one, const char *many) {
    char digits[32], out[48];
    int len = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n), k = 0;
    for (int i = 0; i < len; i++) {
        if (i && (len - i) % 3 == 0) out[k++] = ',';
        out[k++] = digits[i];
    }
    out[k] = 0;
    return xasprintf("%s %s", out, n == 1 ? one : many);
}

/* What is printed of a long line, and what of that before the place. */
#define SOURCE_MOST 120
#define SOURCE_BEFORE 60

static bool continues_character(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

/* Prints a line of source, or the part of it around the place, with a mark below the place. */
static void put_line_of_source(FILE *out, const TextStyle *style, const SourcePlace *p, char *line,
                               size_t n) {
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r')) line[--n] = 0;
    size_t at = p->column && p->column <= n + 1 ? p->column - 1 : 0, from = 0;
    if (n > SOURCE_MOST && at > SOURCE_BEFORE) from = at - SOURCE_BEFORE;
    while (continues_character(line[from])) from++;
    size_t to = MIN(n, from + SOURCE_MOST);
    while (to < n && continues_character(line[to])) to--;
    fprintf(out, "%6u | %s", p->line, from ? "..." : "");
    char end = line[to];
    line[to] = 0;
    text_clean(out, line + from);
    line[to] = end;
    fputs(to < n ? "...\n" : "\n", out);
    if (!p->column || p->column > n + 1) return;
    unsigned before = from ? 3 : 0;
    for (size_t k = from; k < at; k++) before += !continues_character(line[k]);
    fprintf(out, "       | %*s%s^%s\n", (int)before, "", on(style, GREEN), on(style, PLAIN));
}

static void source_line(FILE *out, const TextStyle *style, const SourcePlace *p) {
    if (!p->file || !*p->file || !p->line) return;
    FILE *f = fopen(p->file, "r");
    if (!f) return;
    char *line = NULL;
    size_t cap = 0;
    ssize_t n = 0;
    for (uint32_t i = 0; i < p->line && n >= 0; i++) n = getline(&line, &cap, f);
    fclose(f);
    if (n > 0) put_line_of_source(out, style, p, line, (size_t)n);
    free(line);
}

char *text_input(const InputReport *in) {
    StrBuf b = {0};
    str_addf(&b, "%s = ", in->name);
    if (in->size == 1 || in->size == 2 || in->size == 4 || in->size == 8) {
        uint64_t v = 0;
        memcpy(&v, in->bytes, in->size);
        unsigned shift = 64 - 8 * in->size;
        int64_t s = (int64_t)(v << shift) >> shift;
        str_addf(&b, "%lld", (long long)s);
        if (s < 0) str_addf(&b, " (unsigned %llu)", (unsigned long long)v);
        if (in->size == 1 && isprint((int)v)) str_addf(&b, " ('%c')", (int)v);
        return b.data;
    }
    bool printable = in->size > 0;
    uint32_t length = in->size;
    while (length > 0 && in->bytes[length - 1] == 0) length--;
    for (uint32_t i = 0; i < length; i++) printable &= isprint(in->bytes[i]) != 0;
    if (length && printable) {
        str_addc(&b, '"');
        for (uint32_t i = 0; i < length; i++) {
            if (in->bytes[i] == '"' || in->bytes[i] == '\\') str_addc(&b, '\\');
            str_addc(&b, (char)in->bytes[i]);
        }
        str_addf(&b, "\" and %u zero byte%s", in->size - length, in->size - length == 1 ? "" : "s");
        return b.data;
    }
    for (uint32_t i = 0; i < in->size && i < 64; i++)
        str_addf(&b, "%s%02x", i ? " " : "", in->bytes[i]);
    if (in->size > 64) str_addf(&b, " ... (%u bytes)", in->size);
    if (!in->size) str_add(&b, "(no bytes)");
    return b.data;
}

char *text_input_fully(const InputReport *in) {
    static const uint32_t most = 256;
    StrBuf b = {0};
    str_addf(&b, "%s = ", in->name);
    if (input_scalar(in->size)) {
        char s[32], u[32];
        input_scalar_texts(in->bytes, in->size, s, u);
        str_addf(&b, "%s%s%s, 0x", s, *s == '-' ? ", " : "", *s == '-' ? u : "");
        for (uint32_t k = in->size; k-- > 0;) str_addf(&b, "%02x", in->bytes[k]);
        str_add(&b, ", ");
    }
    str_addc(&b, '"');
    for (uint32_t k = 0; k < in->size && k < most; k++) {
        unsigned char c = in->bytes[k];
        if (c == '"' || c == '\\')
            str_addf(&b, "\\%c", c);
        else if (isprint(c))
            str_addc(&b, (char)c);
        else
            str_addf(&b, "\\x%02x", c);
    }
    str_addc(&b, '"');
    if (in->size > most) str_addf(&b, " ... (%u bytes)", in->size);
    if (input_scalar(in->size)) return b.data;
    str_add(&b, ",");
    for (uint32_t k = 0; k < in->size && k < most; k++) str_addf(&b, " %02x", in->bytes[k]);
    return b.data;
}

void text_inputs(FILE *out, const Finding *f, const char *indent) {
    for (size_t i = 0; i < f->ninputs; i++) {
        char *s = text_input(&f->inputs[i]);
        fputs(indent, out);
        text_clean(out, s);
        fputc('\n', out);
        free(s);
    }
}

/* The last step on each object. */
typedef struct LastTouch {
    uint64_t object;
    size_t step; /* + 1 */
} LastTouch;

size_t *text_interferences(const Finding *f) {
    size_t *previous = xcalloc(f->nschedule + 1, sizeof *previous);
    VEC(LastTouch) last = {0};
    Index by_object = {0};
    for (size_t i = 0; i < f->nschedule; i++) {
        const ScheduleStep *s = &f->schedule[i];
        if (!s->object) continue;
        uint64_t hash = hash_mix(s->object);
        uint32_t number = index_find(&by_object, hash, n, last.data[n].object == s->object);
        if (number == INDEX_NONE) {
            LastTouch none = {s->object, 0};
            number = (uint32_t)last.len;
            index_add(&by_object, hash, number);
            vec_push(&last, none);
        }
        size_t *step = &last.data[number].step;
        if (*step && strcmp(f->schedule[*step - 1].thread, s->thread)) previous[i] = *step;
        *step = i + 1;
    }
    vec_free(&last);
    index_free(&by_object);
    return previous;
}

/* Prints the history of the finding: the last steps that take part in an interference, or create
 * and end threads. */
static void schedule_notes(FILE *out, const TextStyle *style, const Finding *f) {
    if (f->nthreads < 2 || !f->nschedule) return;
    size_t *previous = text_interferences(f);
    bool *relevant = xcalloc(f->nschedule, sizeof *relevant);
    for (size_t i = 0; i < f->nschedule; i++)
        if (previous[i]) relevant[i] = relevant[previous[i] - 1] = true;
    /* A wait that was not notified is also relevant. */
    for (size_t i = 0; i < f->nschedule; i++)
        if (text_step_is(&f->schedule[i], OPERATION_TIMEOUT) || text_is_spurious(&f->schedule[i]))
            relevant[i] = true;
    /* So is a thread that looked in vain many times. */
    for (size_t i = 0; i < f->nschedule; i++) relevant[i] |= f->schedule[i].rounds != 0;
    /* The last step of each thread shows its position. */
    for (size_t t = 0; t < f->nthreads; t++)
        for (size_t i = f->nschedule; i-- > 0;)
            if (!strcmp(f->schedule[i].thread, f->threads[t].name) &&
                strcmp(f->schedule[i].kind, "exit")) {
                relevant[i] = true;
                break;
            }
    size_t count = 0, first = f->nschedule;
    while (first > 0 && count < STEPS_TOLD)
        if (relevant[--first]) count++;
    size_t thread_width = 0, step_width = 0, place_width = 0;
    for (size_t i = first; i < f->nschedule; i++) {
        if (!relevant[i]) continue;
        char *step = text_step(f, &f->schedule[i]), *place = text_place(&f->schedule[i].place);
        char *thread = text_thread(f, f->schedule[i].thread);
        thread_width = MAX(thread_width, strlen(thread));
        free(thread);
        step_width = MAX(step_width, strlen(step));
        place_width = MAX(place_width, strlen(place));
        free(step);
        free(place);
    }
    step_width = MIN(step_width, 48);
    fprintf(out, "%snote:%s what the threads did, in this order", on(style, CYAN),
            on(style, PLAIN));
    if (count < f->nschedule) fprintf(out, " (%zu of %zu steps)", count, f->nschedule);
    fputs(":\n", out);
    for (size_t i = first; i < f->nschedule; i++) {
        if (!relevant[i]) continue;
        const ScheduleStep *s = &f->schedule[i];
        char *step = text_step(f, s), *place = text_place(&s->place);
        char *thread = text_thread(f, s->thread);
        fprintf(out, "    %-*s  %-*s  ", (int)thread_width, thread, (int)step_width, step);
        free(thread);
        if (previous[i]) {
            const ScheduleStep *p = &f->schedule[previous[i] - 1];
            char *other = text_thread(f, p->thread), *what = text_step_on_it(p);
            fprintf(out, "%-*s  <- after %s %s", (int)place_width, place, other, what);
            free(other);
            free(what);
            if (p->place.line) fprintf(out, " in line %u", p->place.line);
        } else {
            fputs(place, out);
        }
        fputc('\n', out);
        free(step);
        free(place);
    }
    free(previous);
    free(relevant);
}

/* Whether a step tries to take a lock that another thread may hold. */
static bool tries_lock(const ScheduleStep *s) {
    return text_step_is(s, OPERATION_TRYLOCK) || text_step_is(s, OPERATION_TRYRDLOCK) ||
           text_step_is(s, OPERATION_TRYWRLOCK);
}

void text_needs(FILE *out, const Finding *f, const char *before) {
    for (size_t k = 0; k < f->ninterferences; k++) {
        const InterferenceReport *now = &f->interferences[k];
        /* Several loads of one atomic section may read what another one wrote. */
        if (k && now[-1].load == now->load && now[-1].store == now->store) continue;
        const ScheduleStep *load = &f->schedule[f->interferences[k].load],
                           *store = &f->schedule[f->interferences[k].store];
        char *place = text_place(&load->place);
        char *reader = text_thread(f, load->thread), *writer = text_thread(f, store->thread);
        bool lock = tries_lock(load), call = text_step_is(load, OPERATION_KERNEL);
        fprintf(out, "%sneeds %s to %s ", before, reader, lock ? "find" : call ? "make" : "read");
        text_clean(out, load->object_name ? load->object_name : "memory");
        fprintf(out,
                lock   ? " held at %s, as %s took it"
                : call ? " at %s right after %s made "
                       : " at %s as %s wrote it",
                place, writer);
        if (call) text_clean(out, store->object_name ? store->object_name : "one");
        free(reader);
        free(writer);
        if (store->place.line) fprintf(out, " in line %u", store->place.line);
        fputc('\n', out);
        free(place);
    }
}

void text_headline(FILE *out, const TextStyle *style, const Finding *f) {
    if (finding_is_path(f)) {
        fprintf(out, "%spath:%s ", on(style, BOLD), on(style, PLAIN));
        text_clean(out, f->message);
        fputc('\n', out);
        return;
    }
    char *place = text_place(&f->place);
    fprintf(out, "%s%s:%s %serror:%s %s", on(style, BOLD), place, on(style, PLAIN), on(style, RED),
            on(style, PLAIN), on(style, BOLD));
    text_put_told(out, f, f->message);
    fprintf(out, "%s [%s]\n", on(style, PLAIN), f->kind);
    free(place);
    source_line(out, style, &f->place);
    if (!f->has_other) return;
    place = text_place(&f->other_place);
    fprintf(out, "%s%s:%s %snote:%s ", on(style, BOLD), place, on(style, PLAIN), on(style, CYAN),
            on(style, PLAIN));
    text_put_told(out, f, text_other_message(f));
    if (f->other_thread && *f->other_thread) {
        fputs(", by ", out);
        text_put_thread(out, f, f->other_thread);
    }
    fputc('\n', out);
    free(place);
    source_line(out, style, &f->other_place);
    if (!f->reason) return;
    fprintf(out, "%snote:%s ", on(style, CYAN), on(style, PLAIN));
    text_put_told(out, f, f->reason);
    fputc('\n', out);
}

/* Prints the last notes of a finding. */
static void last_notes(FILE *out, const TextStyle *style, const Finding *f, const char *advice) {
    if (f->unconfirmed)
        fprintf(out,
                "%snote:%s not confirmed: the exploration stopped before the finding could be "
                "replayed\n",
                on(style, CYAN), on(style, PLAIN));
    if (f->hunted) fprintf(out, "%snote:%s found by hunting\n", on(style, CYAN), on(style, PLAIN));
    if (advice) fprintf(out, "%snote:%s %s\n", on(style, CYAN), on(style, PLAIN), advice);
    fflush(out);
}

void text_finding_again(FILE *out, const TextStyle *style, const Finding *f, const char *advice) {
    text_headline(out, style, f);
    bool raced = !strcmp(f->kind, "race");
    fprintf(out, "%snote:%s another %s ", on(style, CYAN), on(style, PLAIN),
            raced ? "pair of accesses to" : "use of");
    char *name = finding_object_name(f->variable ? f->variable
                                     : f->object ? f->object
                                                 : "the same");
    text_clean(out, name);
    free(name);
    fprintf(out, ", with the cause of a %s that was reported before\n", raced ? "race" : "finding");
    last_notes(out, style, f, advice);
}

void text_finding_following(FILE *out, const TextStyle *style, const Finding *f,
                            const Finding *cause) {
    const char *name = cause->variable ? cause->variable : cause->object;
    char *place = text_place(&cause->place);
    text_headline(out, style, f);
    fprintf(out, "%snote:%s follows from the race on ", on(style, CYAN), on(style, PLAIN));
    text_clean(out, name ? name : "memory");
    fprintf(out,
            " (%s): the data is handed over by it, so that this pair would be ordered if its "
            "accesses were atomic\n",
            place);
    free(place);
    last_notes(out, style, f, NULL);
}

char *text_note(const TextStyle *style) {
    return xasprintf("%snote:%s ", on(style, CYAN), on(style, PLAIN));
}

void text_finding(FILE *out, const TextStyle *style, const Finding *f, const char *advice) {
    text_headline(out, style, f);
    if (f->ninputs) {
        fprintf(out, "%snote:%s with the input%s\n", on(style, CYAN), on(style, PLAIN),
                f->ninputs == 1 ? "" : "s");
        text_inputs(out, f, "    ");
    }
    char *note = text_note(style);
    text_accesses(out, style, f, note);
    text_needs(out, f, note);
    free(note);
    schedule_notes(out, style, f);
    bool single = f->nthreads == 1 && text_is_one_call(style, &f->threads[0]);
    if (f->nthreads && !single) {
        fprintf(out, "%snote:%s where the threads are\n", on(style, CYAN), on(style, PLAIN));
        text_threads(out, style, f);
    }
    last_notes(out, style, f, advice);
}

/* --- columns --- */

/* Returns the number of bytes of `s` that fill at most `columns` columns of a terminal (UTF-8
 * continuation bytes take none). */
static size_t fitting(const char *s, size_t columns, size_t *used) {
    size_t n = 0;
    *used = 0;
    while (s[n]) {
        bool continuation = ((unsigned char)s[n] & 0xc0) == 0x80;
        if (!continuation && *used == columns) break;
        if (!continuation) ++*used;
        n++;
    }
    return n;
}

void text_columns(FILE *out, const TextStyle *style, const Finding *f) {
    if (!f->nschedule) {
        fputs("  (no steps)\n", out);
        return;
    }
    /* Lists the participating threads, in the order of their first steps. */
    VEC(const char *) names = {0};
    for (size_t i = 0; i < f->nschedule; i++) {
        bool known = false;
        for (size_t k = 0; k < names.len && !known; k++)
            known = !strcmp(names.data[k], f->schedule[i].thread);
        if (!known) vec_push(&names, f->schedule[i].thread);
    }
    size_t *previous = text_interferences(f);
    size_t width = style->width ? style->width : 100;
    size_t number = 1;
    for (size_t n = f->nschedule; n >= 10; n /= 10) number++;
    size_t column = width > number + 2 ? (width - number - 2) / names.len : 0;
    column = column > 2 ? MIN(column - 2, 44) : 0;
    bool columns = column >= 16;
    const char *main_file = f->place.file ? f->place.file : "";
    if (columns) {
        fprintf(out, "%*s", (int)number + 2, "");
        for (size_t k = 0; k < names.len; k++) {
            char *head = text_thread(f, names.data[k]);
            bool last = k + 1 == names.len;
            fprintf(out, "%s%-*s%s%s", on(style, BOLD), last ? 0 : (int)column, head,
                    on(style, PLAIN), last ? "" : "  ");
            free(head);
        }
        fputc('\n', out);
    }
    for (size_t i = 0; i < f->nschedule; i++) {
        const ScheduleStep *s = &f->schedule[i];
        size_t k = 0;
        while (strcmp(names.data[k], s->thread)) k++;
        char *step = text_step(f, s);
        bool here = s->place.file && *main_file && !strcmp(s->place.file, main_file);
        StrBuf b = {0};
        str_add(&b, step);
        free(step);
        if (s->place.line && here)
            str_addf(&b, ", line %u", s->place.line);
        else if (s->place.line && s->place.file) {
            const char *slash = strrchr(s->place.file, '/');
            str_addf(&b, ", %s:%u", slash ? slash + 1 : s->place.file, s->place.line);
        }
        if (previous[i]) str_addf(&b, " <- step %zu", previous[i]);
        if (columns) {
            size_t left = column;
            const char *rest = b.data;
            for (bool first = true; *rest; first = false) {
                if (first)
                    fprintf(out, "%*zu  ", (int)number, i + 1);
                else
                    fprintf(out, "%*s", (int)number + 2, "");
                fprintf(out, "%*s", (int)(k * (column + 2)), "");
                size_t used, n = fitting(rest, left, &used);
                /* Break at a space if there is one. */
                if (rest[n]) {
                    size_t cut = n;
                    while (cut > 0 && rest[cut] != ' ') cut--;
                    if (cut > 0) n = cut;
                }
                fprintf(out, "%s%.*s%s\n", previous[i] ? on(style, CYAN) : "", (int)n, rest,
                        previous[i] ? on(style, PLAIN) : "");
                rest += n;
                while (*rest == ' ') rest++;
            }
        } else {
            fprintf(out, "%*zu  thread %s: %s\n", (int)number, i + 1, s->thread, b.data);
        }
        vec_free(&b);
    }
    free(previous);
    vec_free(&names);
}

char *text_estimate(double share, double seconds) {
    double percent = 100 * MIN(share, 1);
    if (!(share > 0) || seconds < 1) return xstrdup("explored so far: too early to say");
    /* Measured by the position of the search, whose nodes turn out to have more branches later. */
    return xasprintf("explored so far, by a rough estimate that may be off by a factor of ten: "
                     "%.2g %%; work left: %.0f s",
                     percent, seconds * (1 - MIN(share, 1)) / share);
}
