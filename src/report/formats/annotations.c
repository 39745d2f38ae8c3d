/* annotations.c — see annotations.h. The escapes are those of GitHub's toolkit: a value must not
 * end the command or, in a property, the property. */
#include "report/formats/annotations.h"
#include "report/formats/foreign_text.h"
#include <stdlib.h>

static void add_escaped(StrBuf *b, const char *text, bool property) {
    char *utf8 = foreign_utf8(text);
    for (const char *s = utf8; *s; s++) {
        bool escaped = *s == '%' || *s == '\r' || *s == '\n' || (property && strchr(":,", *s));
        if (escaped)
            str_addf(b, "%%%02X", (unsigned char)*s);
        else
            str_addc(b, *s);
    }
    free(utf8);
}

/* Returns the folder of the exploration relative to the workspace, with a slash behind it, or "".
 */
static const char *below_workspace(const char *directory, const char *workspace) {
    size_t n = workspace ? strlen(workspace) : 0;
    while (n && workspace[n - 1] == '/') n--;
    return n && !strncmp(directory, workspace, n) && directory[n] == '/' ? directory + n + 1 : "";
}

/* Adds the properties of a place, if it is in a file of the program. */
static void annotate_place(StrBuf *b, const SourcePlace *p, const char *below) {
    if (!p->file || !*p->file || foreign_is_library(p->file)) return;
    char *file = *below && *p->file != '/' ? xasprintf("%s/%s", below, p->file) : xstrdup(p->file);
    str_add(b, "file=");
    add_escaped(b, file, true);
    str_addc(b, ',');
    if (p->line) str_addf(b, "line=%u,", p->line);
    if (p->line && p->column) str_addf(b, "col=%u,", p->column);
    free(file);
}

static void annotate_finding(StrBuf *b, const Finding *f, const char *below) {
    str_add(b, "::error ");
    annotate_place(b, &f->place, below);
    str_add(b, "title=heddle%3A ");
    add_escaped(b, f->kind, true);
    str_add(b, "::");
    add_escaped(b, f->message, false);
    if (f->has_other) {
        char *place = text_place(&f->other_place);
        str_add(b, "%0A");
        add_escaped(b, text_other_message(f), false);
        str_add(b, " is at ");
        add_escaped(b, place, false);
        free(place);
    }
    if (f->test) {
        str_add(b, "%0Areplay with: heddle replay ");
        add_escaped(b, f->test, false);
    }
    str_addc(b, '\n');
}

char *annotations_text(const Summary *s, const char *workspace) {
    const CampaignResult *r = s->result;
    const char *below = below_workspace(s->directory, workspace);
    StrBuf b = {0};
    str_add(&b, "");
    for (size_t k = 0; k < r->nfindings; k++) annotate_finding(&b, r->findings[k], below);
    if (!strcmp(summary_verdict(s), "incomplete"))
        str_addf(&b, "::warning title=heddle::%s\n", summary_incomplete(s));
    if (r->internal_error) {
        str_add(&b, "::error title=heddle%3A internal error::");
        add_escaped(&b, r->internal_error, false);
        str_addc(&b, '\n');
    }
    return b.data;
}
