/*
 * ktest.c — see ktest.h. Numbers have 32 bits, the most significant byte first; a text is its
 * length and its bytes. The file is: magic, version, number of arguments, arguments, two numbers
 * about symbolic arguments that nobody uses, number of objects, and for each its name and its
 * bytes.
 */
#include "report/test_file/ktest.h"
#include "base/tables/index.h"
#include "report/write_file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* --- writing --- */

static void put_number(StrBuf *b, uint32_t n) {
    for (int shift = 24; shift >= 0; shift -= 8) str_addc(b, (char)(n >> shift));
}

static void ktest_put_bytes(StrBuf *b, const void *bytes, uint32_t n) {
    const char *s = bytes;
    put_number(b, n);
    for (uint32_t k = 0; k < n; k++) str_addc(b, s[k]);
}

bool ktest_write(const char *path, const char *const *arguments, size_t narguments,
                 const Finding *f, char **error) {
    StrBuf b = {0};
    str_add(&b, KTEST_MAGIC);
    put_number(&b, KTEST_VERSION);
    put_number(&b, (uint32_t)narguments);
    for (size_t k = 0; k < narguments; k++)
        ktest_put_bytes(&b, arguments[k], (uint32_t)strlen(arguments[k]));
    put_number(&b, 0);
    put_number(&b, 0);
    put_number(&b, (uint32_t)f->ninputs);
    for (size_t k = 0; k < f->ninputs; k++) {
        const InputReport *in = &f->inputs[k];
        ktest_put_bytes(&b, in->name, (uint32_t)strlen(in->name));
        ktest_put_bytes(&b, in->bytes, in->size);
    }
    bool fine = write_atomically(path, b.data, b.len, error);
    vec_free(&b);
    return fine;
}

/* --- reading --- */

typedef struct KtestReader {
    const char *shown;
    const uint8_t *bytes;
    size_t len, at;
    char *error; /* the first one; after it all values are empty */
} KtestReader;

static void ktest_wrong(KtestReader *r, const char *what) {
    if (!r->error) r->error = xasprintf("%s: not a valid ktest file: %s", r->shown, what);
}

static uint32_t get_number(KtestReader *r, const char *what) {
    if (r->error) return 0;
    if (r->len - r->at < 4) {
        char *text = xasprintf("it ends before %s", what);
        ktest_wrong(r, text);
        free(text);
        return 0;
    }
    uint32_t n = 0;
    for (int k = 0; k < 4; k++) n = n << 8 | r->bytes[r->at++];
    return n;
}

/* Returns a copy of a text, followed by a zero byte. Never NULL. */
static uint8_t *get_bytes(KtestReader *r, const char *what, uint32_t *size) {
    uint32_t n = get_number(r, what);
    if (!r->error && n > r->len - r->at) {
        char *text = xasprintf("%s has %u bytes, the file %zu more", what, n, r->len - r->at);
        ktest_wrong(r, text);
        free(text);
    }
    if (r->error) n = 0;
    uint8_t *out = xcalloc(1, (size_t)n + 1);
    if (n) memcpy(out, r->bytes + r->at, n);
    r->at += n;
    *size = n;
    return out;
}

static char *get_text(KtestReader *r, const char *what) {
    uint32_t n;
    char *text = (char *)get_bytes(r, what, &n);
    if (strlen(text) == n) return text;
    ktest_wrong(r, "a name or an argument contains a NUL character");
    *text = 0;
    return text;
}

/* The number of arguments or objects. Each takes at least `least` bytes, so that no number in a
 * damaged file asks for more memory than the file has bytes. */
static uint32_t get_count(KtestReader *r, const char *what, size_t least) {
    uint32_t n = get_number(r, what);
    if (r->error || n <= (r->len - r->at) / least) return n;
    char *text = xasprintf("%s (%u) is larger than the file allows", what, n);
    ktest_wrong(r, text);
    free(text);
    return 0;
}

/* The names of objects, and how many objects have each. */
typedef struct NameCount {
    const char *name;
    uint32_t count;
} NameCount;
typedef struct NameCounts {
    VEC(NameCount) all;
    Index by_name;
} NameCounts;

/* Adds a number to the name of an object if objects before it have the same name. */
static void number_name(NameCounts *names, InputReport *in) {
    uint64_t hash = hash_mix(hash_string(in->name));
    uint32_t found =
        index_find(&names->by_name, hash, n, !strcmp(names->all.data[n].name, in->name));
    if (found == INDEX_NONE) {
        index_add(&names->by_name, hash, (uint32_t)names->all.len);
        vec_push(&names->all, ((NameCount){in->name, 1}));
        return;
    }
    char *name = xasprintf("%s#%u", in->name, ++names->all.data[found].count);
    free(in->name);
    in->name = name;
}

static void get_objects(KtestReader *r, Finding *f) {
    uint32_t n = get_count(r, "the number of objects", 8);
    NameCounts names = {0};
    f->inputs = xcalloc((size_t)n + 1, sizeof *f->inputs);
    for (uint32_t k = 0; k < n && !r->error; k++) {
        InputReport *in = &f->inputs[f->ninputs++];
        in->name = get_text(r, "the name of an object");
        in->bytes = get_bytes(r, "an object", &in->size);
        number_name(&names, in);
    }
    vec_free(&names.all);
    index_free(&names.by_name);
}

static void get_ktest(KtestReader *r, Ktest *k) {
    size_t magic = strlen(KTEST_MAGIC);
    if (r->len < magic || memcmp(r->bytes, KTEST_MAGIC, magic) != 0)
        ktest_wrong(r, "it does not begin with " KTEST_MAGIC);
    r->at = magic;
    uint32_t version = get_number(r, "its version");
    if (!r->error && (!version || version > KTEST_VERSION)) {
        char *text =
            xasprintf("version %u; this program reads versions 1 to %d", version, KTEST_VERSION);
        ktest_wrong(r, text);
        free(text);
    }
    uint32_t n = get_count(r, "the number of arguments", 4);
    k->arguments = xcalloc((size_t)n + 1, sizeof *k->arguments);
    while (k->narguments < n && !r->error)
        k->arguments[k->narguments++] = get_text(r, "an argument");
    if (version > 1) {
        get_number(r, "the number of symbolic arguments");
        get_number(r, "their length");
    }
    get_objects(r, k->path);
    if (!r->error && r->at != r->len) ktest_wrong(r, "there are bytes behind the last object");
}

/* Reads a whole file. False with a message in *error. */
static bool ktest_read_file(const char *path, StrBuf *out, char **error) {
    FILE *f = fopen(path, "rb");
    struct stat st;
    bool folder = f && fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode);
    while (f && !folder && !feof(f) && !ferror(f)) {
        vec_reserve(out, out->len + 65536);
        out->len += fread(out->data + out->len, 1, 65536, f);
    }
    if (!f || folder || ferror(f))
        *error = xasprintf("%s: %s", path, folder ? "is a folder, not a test" : strerror(errno));
    if (f) fclose(f);
    return !*error;
}

bool ktest_is(const char *path) {
    char magic[sizeof KTEST_MAGIC] = "";
    size_t n = strlen(path);
    FILE *f = fopen(path, "rb");
    size_t got = f ? fread(magic, 1, sizeof magic - 1, f) : 0;
    if (f) fclose(f);
    return !strcmp(magic, KTEST_MAGIC) ||
           (got < sizeof magic - 1 && n > 6 && !strcmp(path + n - 6, ".ktest"));
}

Ktest *ktest_read(const char *path, char **error) {
    StrBuf b = {0};
    *error = NULL;
    if (!ktest_read_file(path, &b, error)) {
        vec_free(&b);
        return NULL;
    }
    Ktest *k = xcalloc(1, sizeof *k);
    k->path = xcalloc(1, sizeof *k->path);
    k->path->kind = xstrdup(FINDING_PATH);
    k->path->message = xstrdup("");
    k->path->thread = xstrdup("0");
    KtestReader r = {.shown = path, .bytes = (const uint8_t *)b.data, .len = b.len};
    get_ktest(&r, k);
    vec_free(&b);
    if (!r.error) return k;
    *error = r.error;
    ktest_free(k);
    return NULL;
}

void ktest_free(Ktest *k) {
    if (!k) return;
    for (size_t i = 0; i < k->narguments; i++) free(k->arguments[i]);
    free(k->arguments);
    finding_free(k->path);
    free(k);
}
