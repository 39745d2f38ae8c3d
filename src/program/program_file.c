/* program_file.c — see program_file.h. */
#include "program/program_file.h"
#include "base/tables/index.h"
#include "program/shape.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* Alignment of arrays, as in arenas. */
#define ALIGNMENT 16

/* Size of the chunks of memory that are written unless they are zero: most of large arrays is. */
#define IMAGE_CHUNK 4096

/* A part of an image that is written: `len` bytes from `offset` on. */
typedef struct ImagePart {
    uint64_t offset, len;
    const uint8_t *bytes;
} ImagePart;

typedef struct ImageParts {
    ImagePart *parts;
    uint64_t n;
} ImageParts;

/* The first bytes. Pointers are offsets from there; 0 is NULL. */
typedef struct Beginning {
    Program program; /* without its images, which are in the parts below */
    ImageParts image, tls_image;
    const char *messages, *reads;
    LibraryMember *members;
    uint64_t nmembers, reads_unknown;
} Beginning;

void load_record_clear(LoadRecord *r) {
    for (size_t k = 0; k < r->members.len; k++) free(r->members.data[k].path);
    vec_free(&r->members);
    vec_free(&r->messages);
    vec_free(&r->reads);
}

void bytes_add(Bytes *b, const void *data, size_t n) {
    vec_reserve(b, b->len + n);
    if (n) memcpy(b->data + b->len, data, n);
    b->len += n;
}

bool bytes_read(int fd, uint8_t *data, size_t n) {
    for (size_t done = 0; done < n;) {
        ssize_t k = pread(fd, data + done, n - done, (off_t)done);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        done += (size_t)k;
    }
    return true;
}

bool bytes_write(int fd, const void *data, size_t n) {
    const uint8_t *at = data;
    while (n) {
        ssize_t k = write(fd, at, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        at += k;
        n -= (size_t)k;
    }
    return true;
}

/* --- writing --- */

typedef struct Writer {
    Bytes *out;
    size_t base;
    Index by_text; /* numbers of `texts` */
    VEC(uint64_t) texts;
} Writer;

static void align(Writer *w) {
    static const uint8_t zeros[ALIGNMENT];
    bytes_add(w->out, zeros, -(w->out->len - w->base) % ALIGNMENT);
}

/* Returns the pointer that stands for the next bytes. */
static void *here(Writer *w) { return (void *)(uintptr_t)(w->out->len - w->base); }

/* Writes `n` bytes. Returns NULL for NULL. */
static void *writer_put(Writer *w, const void *data, size_t n) {
    if (!data) return NULL;
    align(w);
    void *at = here(w);
    bytes_add(w->out, data, n);
    return at;
}

/* Equal texts are written once. */
static const char *put_text(Writer *w, const char *text) {
    if (!text) return NULL;
    const char *base = (const char *)w->out->data + w->base;
    uint64_t hash = hash_string(text);
    uint32_t found = index_find(&w->by_text, hash, n, !strcmp(base + w->texts.data[n], text));
    if (found != INDEX_NONE) return (const char *)(uintptr_t)w->texts.data[found];
    const char *at = here(w);
    index_add(&w->by_text, hash, (uint32_t)w->texts.len);
    vec_push(&w->texts, (uint64_t)(uintptr_t)at);
    bytes_add(w->out, text, strlen(text) + 1);
    return at;
}

static Function *writer_put_functions(Writer *w, const Program *p) {
    Function *all = xcalloc(p->nfunctions + 1, sizeof *all);
    for (uint32_t k = 0; k < p->nfunctions; k++) {
        const Function *f = &p->functions[k];
        all[k] = *f;
        all[k].name = put_text(w, f->name);
        /* One more element than the length, as in the loader. */
        all[k].code = writer_put(w, f->code, (f->code_len + 1) * sizeof *f->code);
        all[k].loc = writer_put(w, f->loc, (f->code_len + 1) * sizeof *f->loc);
        all[k].objects = writer_put(w, f->objects, (f->nobjects + 1) * sizeof *f->objects);
    }
    Function *at = writer_put(w, all, (p->nfunctions + 1) * sizeof *all);
    free(all);
    return at;
}

static SwitchTable *put_switches(Writer *w, const Program *p) {
    SwitchTable *all = xcalloc(p->nswitches + 1, sizeof *all);
    for (uint32_t k = 0; k < p->nswitches; k++) {
        const SwitchTable *s = &p->switches[k];
        all[k] = *s;
        all[k].value = writer_put(w, s->value, s->len * sizeof *s->value);
        all[k].target = writer_put(w, s->target, s->len * sizeof *s->target);
        all[k].dense = writer_put(w, s->dense, s->span * sizeof *s->dense);
        all[k].next = writer_put(w, s->next, s->len * sizeof *s->next);
        all[k].first = writer_put(w, s->first, s->len * sizeof *s->first);
    }
    SwitchTable *at = writer_put(w, all, (p->nswitches + 1) * sizeof *all);
    free(all);
    return at;
}

static Loc *put_locs(Writer *w, const Program *p) {
    Loc *all = xcalloc(p->nlocs + 1, sizeof *all);
    for (uint32_t k = 0; k < p->nlocs; k++) {
        all[k] = p->locs[k];
        all[k].file = put_text(w, p->locs[k].file);
        all[k].function = put_text(w, p->locs[k].function);
        all[k].member = put_text(w, p->locs[k].member);
    }
    Loc *at = writer_put(w, all, (p->nlocs + 1) * sizeof *all);
    free(all);
    return at;
}

static const char **put_messages(Writer *w, const Program *p) {
    const char **all = xcalloc(p->nmessages + 1, sizeof *all);
    for (uint32_t k = 0; k < p->nmessages; k++) all[k] = put_text(w, p->messages[k]);
    const char **at = writer_put(w, all, (p->nmessages + 1) * sizeof *all);
    free(all);
    return at;
}

static Global *put_globals(Writer *w, const Program *p) {
    Global *all = xcalloc(p->nglobals + 1, sizeof *all);
    for (uint32_t k = 0; k < p->nglobals; k++) {
        all[k] = p->globals[k];
        all[k].name = put_text(w, p->globals[k].name);
        all[k].key = put_text(w, p->globals[k].key);
        all[k].shape = put_text(w, p->globals[k].shape);
    }
    Global *at = writer_put(w, all, (p->nglobals + 1) * sizeof *all);
    free(all);
    return at;
}

static bool is_zero_filled(const uint8_t *bytes, size_t n) {
    return !*bytes && !memcmp(bytes, bytes + 1, n - 1);
}

static ImageParts put_image(Writer *w, const uint8_t *image, uint64_t size) {
    VEC(ImagePart) parts = {0};
    for (uint64_t at = 0, n; at < size; at += n) {
        n = MIN(size - at, (uint64_t)IMAGE_CHUNK);
        if (is_zero_filled(image + at, n)) continue;
        if (parts.len && vec_last(&parts).offset + vec_last(&parts).len == at)
            vec_last(&parts).len += n;
        else
            vec_push(&parts, ((ImagePart){.offset = at, .len = n}));
    }
    for (size_t k = 0; k < parts.len; k++)
        parts.data[k].bytes = writer_put(w, image + parts.data[k].offset, parts.data[k].len);
    ImageParts out = {writer_put(w, parts.data, parts.len * sizeof *parts.data), parts.len};
    vec_free(&parts);
    return out;
}

static LibraryMember *put_members(Writer *w, const LoadRecord *r) {
    LibraryMember *all = xcalloc(r->members.len + 1, sizeof *all);
    for (size_t k = 0; k < r->members.len; k++) {
        all[k].contents = r->members.data[k].contents;
        all[k].path = (char *)put_text(w, r->members.data[k].path);
    }
    LibraryMember *at = writer_put(w, all, (r->members.len + 1) * sizeof *all);
    free(all);
    return at;
}

void program_file_write(Bytes *out, const Program *p, const LoadRecord *record) {
    Writer w = {.out = out, .base = out->len};
    Beginning b = {0};
    writer_put(&w, &b, sizeof b);
    b.program = *p;
    Program *q = &b.program;
    q->arena = NULL;
    q->file = NULL;
    q->functions = writer_put_functions(&w, p);
    q->switches = put_switches(&w, p);
    q->locs = put_locs(&w, p);
    q->messages = put_messages(&w, p);
    q->globals = put_globals(&w, p);
    q->image = q->tls_image = NULL;
    b.image = put_image(&w, p->image, p->image_size);
    b.tls_image = put_image(&w, p->tls_image, p->tls_size);
    q->layout_rest = put_text(&w, p->layout_rest);
    q->constructors = writer_put(&w, p->constructors, p->nconstructors * sizeof *p->constructors);
    q->destructors = writer_put(&w, p->destructors, p->ndestructors * sizeof *p->destructors);
    q->entry_name = put_text(&w, p->entry_name);
    q->debug = put_text(&w, p->debug);
    b.messages = put_text(&w, record->messages.len ? record->messages.data : "");
    b.reads = put_text(&w, record->reads.len ? record->reads.data : "");
    b.reads_unknown = record->reads_unknown;
    b.members = put_members(&w, record);
    b.nmembers = record->members.len;
    bytes_add(out, "", 1); /* the last byte ends every text */
    memcpy(out->data + w.base, &b, sizeof b);
    vec_free(&w.texts);
    index_free(&w.by_text);
}

/* --- reading --- */

typedef struct Reader {
    uint8_t *data;
    size_t len;
    bool bad;
} Reader;

/* Returns the array of `n` elements of `size` bytes at the offset. Returns NULL for an empty array
 * at offset 0; an array that is not empty must not be there. */
static void *array_at(Reader *r, const void *offset, uint64_t n, size_t size) {
    uint64_t at = (uint64_t)(uintptr_t)offset;
    if (!at && !n) return NULL;
    if (at < sizeof(Beginning) || at % ALIGNMENT || at > r->len || n > (r->len - at) / size) {
        r->bad = true;
        return NULL;
    }
    return r->data + at;
}

static char *text_at(Reader *r, const char *offset) {
    uint64_t at = (uint64_t)(uintptr_t)offset;
    if (at >= sizeof(Beginning) && at < r->len) return (char *)r->data + at;
    r->bad = true;
    return NULL;
}

/* Converts a member from an offset to a pointer. */
#define ARRAY_AT(field, n) ((field) = array_at(r, (field), (n), sizeof *(field)))
#define TEXT_AT(field) ((field) = text_at(r, (field)))

static void read_program(Reader *r, Program *p) {
    ARRAY_AT(p->functions, p->nfunctions);
    for (uint32_t k = 0; k < p->nfunctions && !r->bad; k++) {
        Function *f = &p->functions[k];
        TEXT_AT(f->name);
        ARRAY_AT(f->code, f->code_len);
        ARRAY_AT(f->loc, f->code_len);
        ARRAY_AT(f->objects, f->nobjects);
    }
    ARRAY_AT(p->switches, p->nswitches);
    for (uint32_t k = 0; k < p->nswitches && !r->bad; k++) {
        SwitchTable *s = &p->switches[k];
        ARRAY_AT(s->value, s->len);
        ARRAY_AT(s->target, s->len);
        ARRAY_AT(s->dense, s->span);
        ARRAY_AT(s->next, s->len);
        ARRAY_AT(s->first, s->len);
    }
    ARRAY_AT(p->locs, p->nlocs);
    for (uint32_t k = 0; k < p->nlocs && !r->bad; k++) {
        TEXT_AT(p->locs[k].file);
        TEXT_AT(p->locs[k].function);
        if (p->locs[k].member) TEXT_AT(p->locs[k].member);
    }
    ARRAY_AT(p->messages, p->nmessages);
    for (uint32_t k = 0; k < p->nmessages && !r->bad; k++) TEXT_AT(p->messages[k]);
    ARRAY_AT(p->globals, p->nglobals);
    for (uint32_t k = 0; k < p->nglobals && !r->bad; k++) {
        TEXT_AT(p->globals[k].name);
        TEXT_AT(p->globals[k].key);
        TEXT_AT(p->globals[k].shape);
        r->bad |= !r->bad && !shape_is_valid(p->globals[k].shape);
    }
    if (p->layout_rest) TEXT_AT(p->layout_rest);
    ARRAY_AT(p->constructors, p->nconstructors);
    ARRAY_AT(p->destructors, p->ndestructors);
    TEXT_AT(p->entry_name);
    TEXT_AT(p->debug);
}

static void read_parts(Reader *r, ImageParts *image, uint64_t size) {
    ARRAY_AT(image->parts, image->n);
    for (uint64_t k = 0; k < image->n && !r->bad; k++) {
        ImagePart *part = &image->parts[k];
        r->bad |= part->offset > size || part->len > size - part->offset;
        ARRAY_AT(part->bytes, part->len);
    }
}

static uint8_t *make_image(const ImageParts *image, uint64_t size) {
    uint8_t *out = xcalloc(1, size);
    for (uint64_t k = 0; k < image->n; k++)
        memcpy(out + image->parts[k].offset, image->parts[k].bytes, image->parts[k].len);
    return out;
}

Program *program_file_read(uint8_t *data, size_t offset, size_t len, LoadRecord *record) {
    Reader reader = {.data = data + offset, .len = len}, *r = &reader;
    if (offset % ALIGNMENT || len <= sizeof(Beginning) || data[offset + len - 1]) return NULL;
    Beginning *b = (Beginning *)(data + offset);
    read_program(r, &b->program);
    read_parts(r, &b->image, b->program.image_size);
    read_parts(r, &b->tls_image, b->program.tls_size);
    TEXT_AT(b->messages);
    TEXT_AT(b->reads);
    ARRAY_AT(b->members, b->nmembers);
    for (uint64_t k = 0; k < b->nmembers && !r->bad; k++) TEXT_AT(b->members[k].path);
    if (r->bad) return NULL;
    if (*b->messages) str_add(&record->messages, b->messages);
    if (*b->reads) str_add(&record->reads, b->reads);
    record->reads_unknown |= b->reads_unknown;
    for (uint64_t k = 0; k < b->nmembers; k++)
        vec_push(&record->members,
                 ((LibraryMember){xstrdup(b->members[k].path), b->members[k].contents}));
    Program *p = xmalloc(sizeof *p);
    *p = b->program;
    p->file = data;
    p->image = make_image(&b->image, p->image_size);
    p->tls_image = make_image(&b->tls_image, p->tls_size);
    return p;
}
