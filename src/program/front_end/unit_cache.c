/*
 * unit_cache.c — units (units.c) in the folder of loaded programs. A unit of bitcode is known by
 * that bitcode, one of a C file by the request to compile it and by the files that the compiler
 * read. Each entry has the compiler's messages and the reads beside the bitcode.
 */
#include "program/front_end/loader.h"
#include "program/load/file_reads.h"
#include "program/load/load_key.h"
#include "program/load/program_cache.h"
#include <dlfcn.h>
#include <stdlib.h>

/* The beginning of an entry: two texts follow with their zeros, then the bitcode. */
typedef struct UnitHeader {
    uint64_t messages, reads; /* lengths of the texts without their zeros */
} UnitHeader;

/* Adds the identities of this plug-in and of LLVM's library, which may be one file. */
static bool add_libraries(Digest *d) {
    const void *const places[] = {(const void *)unit_cache_open, (const void *)LLVMContextCreate};
    bool fine = true;
    for (size_t k = 0; k < ARRAY_LEN(places); k++) {
        Dl_info info;
        fine = fine && dladdr(places[k], &info) && info.dli_fname && *info.dli_fname == '/' &&
               reads_identify(d, info.dli_fname);
    }
    return fine;
}

UnitCache unit_cache_open(const ProgramOptions *o) {
    UnitCache c = {.kind = CACHE_UNIT, .settings = digest_new()};
    if (!o->cache) return c;
    digest_add_text(&c.settings, "unit");
    if (load_key_settings(&c.settings, o) && add_libraries(&c.settings)) c.folder = o->cache;
    bool sources = false;
    for (size_t k = 0; k < o->nfiles; k++) sources |= is_source(o->files[k]);
    c.compiler = c.settings;
    c.compiles = sources && load_key_compiler(&c.compiler, o);
    return c;
}

UnitCache unit_cache_open_libraries(const ProgramOptions *o) {
    UnitCache c = {.kind = CACHE_LIBRARIES, .settings = digest_new()};
    digest_add_text(&c.settings, "libraries");
    if (o->cache && load_key_executable(&c.settings) && add_libraries(&c.settings))
        c.folder = o->cache;
    return c;
}

UnitCache unit_cache_open_compiled(const ProgramOptions *o) {
    UnitCache c = {.kind = CACHE_COMPILED, .settings = digest_new()};
    digest_add_text(&c.settings, "compiled");
    c.compiles = o->cache && load_key_executable(&c.settings) && load_key_compiler(&c.settings, o);
    if (c.compiles) c.folder = o->cache;
    c.compiler = c.settings;
    return c;
}

void unit_add_record(LoadRecord *to, const LoadRecord *r) {
    if (r->messages.len) str_add(&to->messages, r->messages.data);
    if (r->reads.len) str_add(&to->reads, r->reads.data);
    to->reads_unknown |= r->reads_unknown;
}

Digest unit_key_of_bytes(const UnitCache *c, const void *data, size_t len) {
    Digest d = c->settings;
    digest_add_text(&d, "bitcode");
    digest_add(&d, data, len);
    return d;
}

Digest unit_key_of_source(const UnitCache *c, const char *file) {
    Digest d = c->compiler;
    digest_add_text(&d, "source");
    digest_add_text(&d, file);
    return d;
}

bool unit_cache_find(const UnitCache *c, Digest key, LoadRecord *record, UnitBytes *out) {
    size_t offset, len;
    if (!c->folder) return false;
    uint8_t *block = program_cache_find(c->folder, c->kind, key, &offset, &len);
    UnitHeader h;
    if (!block) return false;
    const uint8_t *at = block + offset;
    bool fine = len > sizeof h;
    if (fine) memcpy(&h, at, sizeof h);
    /* Each text has a zero behind it, and at least a byte of bitcode follows. */
    fine = fine && h.messages < len - sizeof h && h.reads < len - sizeof h - h.messages - 1 &&
           len - sizeof h - h.messages - h.reads > 2;
    if (!fine) {
        free(block);
        return false;
    }
    const char *messages = (const char *)at + sizeof h, *reads = messages + h.messages + 1;
    str_add(&record->messages, messages);
    str_add(&record->reads, reads);
    size_t before = sizeof h + h.messages + h.reads + 2;
    *out = (UnitBytes){block, at + before, len - before};
    return true;
}

/* Returns the kept reads of a request, which the caller frees, or NULL. */
static char *unit_reads(const UnitCache *c, Digest key) {
    size_t offset, len;
    uint8_t *data = program_cache_find(c->folder, CACHE_READS, key, &offset, &len);
    char *text = data ? strndup((const char *)data + offset, len) : NULL;
    free(data);
    return text;
}

bool unit_cache_find_source(const UnitCache *c, Digest key, LoadRecord *record, UnitBytes *out) {
    if (!c->folder || !c->compiles) return false;
    char *text = unit_reads(c, key);
    Digest unit;
    bool found = text && reads_find(text, &unit) && unit_cache_find(c, unit, record, out);
    free(text);
    return found;
}

void unit_cache_store(UnitCache *c, Digest key, const LoadRecord *record, const void *data,
                      size_t len) {
    UnitHeader h = {record->messages.len, record->reads.len};
    Bytes b = {0};
    if (!c->folder) return;
    bytes_add(&b, &h, sizeof h);
    if (h.messages) bytes_add(&b, record->messages.data, h.messages);
    bytes_add(&b, "", 1);
    if (h.reads) bytes_add(&b, record->reads.data, h.reads);
    bytes_add(&b, "", 1);
    bytes_add(&b, data, len);
    program_cache_store(c->folder, c->kind, key, b.data, b.len, PROGRAM_CACHE_BYTES);
    vec_free(&b);
}

void unit_cache_store_source(UnitCache *c, Digest key, const LoadRecord *record, const void *data,
                             size_t len) {
    if (!c->folder || !c->compiles || record->reads_unknown) return;
    Digest unit = key;
    if (record->reads.len) digest_add(&unit, record->reads.data, record->reads.len);
    unit_cache_store(c, unit, record, data, len);
    char *older = unit_reads(c, key), *text = reads_text(record, unit, older);
    program_cache_store(c->folder, CACHE_READS, key, text, strlen(text), PROGRAM_CACHE_BYTES);
    free(older);
    free(text);
}
