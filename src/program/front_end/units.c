/*
 * units.c — the program's own files unit by unit. A unit is the module of one C file, or one of the
 * modules in a native file or a file of bitcode. Each is optimised for itself, without knowledge of
 * the others, and kept in the cache as bitcode; so a change costs what changed. Linking takes units
 * from their bitcode, whether it was kept or just made. So the same program comes out.
 *
 * Some programs are optimised as a whole instead, as far as what a unit means depends on the
 * others: see needs_whole, waits_are_own, children_are_own and places_are_own. Programs of a single
 * unit are, too.
 */
#include "analysis/forget_places.h"
#include "program/front_end/loader.h"
#include "program/load/file_reads.h"
#include "program/load/program_cache.h"
#include "program/traits.h"
#include <llvm-c/BitWriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The least number of units of a file that are kept together, too. */
#define LEAST_TOGETHER 8

/* The functions that needs_whole looks for. */
static const char *const whole_functions[] = {"sigsetjmp", "__sigsetjmp", "siglongjmp",
                                              "getcontext", "makecontext"};

typedef struct Units {
    Loader *l;
    UnitCache cache;
    UnitsAhead *ahead; /* makes units in advance, if some were not found */
    size_t made;       /* units that were not found */
    bool whole;        /* a unit shows that the program must be optimised as a whole */
} Units;

/* --- one unit --------------------------------------------------------------------------------- */

static bool unit_is_one_of(const char *name, const char *const *names, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (!strcmp(name, names[k])) return true;
    return false;
}

/*
 * Whether a module cannot be optimised without the others. Calls that return twice or keep masks
 * mean the runtime's functions only if no unit defines such names. A function that is static and
 * the entry has no use within its unit.
 */
static bool needs_whole(const Loader *l, LLVMModuleRef m) {
    const char *entry = l->options->entry ? l->options->entry : "main";
    if (LLVMGetFirstGlobalIFunc(m)) return true;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        size_t n;
        const char *name = LLVMGetValueName2(f, &n);
        if (unit_is_one_of(name, whole_functions, ARRAY_LEN(whole_functions))) return true;
        if (!LLVMIsDeclaration(f) && is_static(f) && !strcmp(name, entry)) return true;
    }
    return false;
}

/* Whether the names in a module are those that needs_whole looks for, without parsing it. Bitcode
 * has its names as text. */
static bool mentions_whole(FileBytes b) {
    for (size_t k = 0; k < ARRAY_LEN(whole_functions); k++)
        if (memmem(b.data, b.len, whole_functions[k], strlen(whole_functions[k]))) return true;
    return false;
}

/* Whether a module of a native file shows at once that the program must be optimised as a whole:
 * before other units are made in vain. */
static bool shows_whole(const Loader *outer, FileBytes b, const char *file) {
    if (!mentions_whole(b)) return false;
    Loader l = {.options = outer->options};
    l.context = LLVMContextCreate();
    loader_diagnostics(&l);
    l.module = parse_unit(&l, b.data, b.len, file, true);
    bool whole = !l.module || needs_whole(&l, l.module);
    if (l.module) LLVMDisposeModule(l.module);
    LLVMContextDispose(l.context);
    free(l.error);
    return whole;
}

/* Reports a module for another machine. */
static void check_target(Loader *l, LLVMModuleRef m, const char *file) {
    const char *target = LLVMGetTarget(m);
    if (target && *target && strncmp(target, "x86_64", 6))
        loader_error(l, "%s: compiled for %s; only 64-bit x86 (x86_64) is supported", file, target);
}

/* Optimises l->module for itself. */
static void prepare_unit(Loader *l) {
    SectionSets sets = hide_section_sets(l->module);
    mark_volatile_accesses(l);
    lower_assembly(l);
    if (l->options->rewrite == REWRITE_FORGET_PLACES) {
        promote_locals(l);
        forget_places(l->module);
    }
    members_note(l);
    members_write(l);
    shapes_note(l);
    optimise(l);
    show_section_sets(l->module, &sets);
}

/* Makes a unit of bitcode. NULL with an error set, or if it needs the others. */
static LLVMMemoryBufferRef make_unit(Units *u, const UnitBytes *bitcode, const char *file,
                                     bool foreign) {
    Loader *outer = u->l;
    Program names = {.arena = arena_new()};
    Loader l = {.program = &names,
                .options = outer->options,
                .record = outer->record,
                .folder = outer->folder,
                .unit = true};
    l.context = LLVMContextCreate();
    /* Names of values within functions take time, and text cannot be read without. */
    bool text = bitcode->len < 2 || memcmp(bitcode->data, "BC", 2) != 0;
    LLVMContextSetDiscardValueNames(l.context, !text);
    loader_diagnostics(&l);
    if (outer->alarmed) alarm(REHEARSAL_SECONDS);
    l.module = parse_unit(&l, bitcode->data, bitcode->len, file, foreign);
    if (l.module && foreign) check_target(&l, l.module, file);
    if (outer->alarmed) alarm(0);
    u->whole = u->whole || (!l.error && needs_whole(&l, l.module));
    if (!l.error && !u->whole) prepare_unit(&l);
    LLVMMemoryBufferRef made =
        l.error || u->whole ? NULL : LLVMWriteBitcodeToMemoryBuffer(l.module);
    if (l.module) LLVMDisposeModule(l.module);
    LLVMContextDispose(l.context);
    ptrmap_free(&l.members);
    arena_free(names.arena);
    if (l.error && !outer->error) outer->error = l.error;
    return made;
}

/* Parses a finished unit, and takes it. */
static LLVMModuleRef parse_finished(Units *u, UnitBytes *unit, const char *file) {
    LLVMModuleRef m = parse_unit(u->l, unit->data, unit->len, file, false);
    free(unit->block);
    return m;
}

static LLVMModuleRef parse_made(Units *u, LLVMMemoryBufferRef made, const char *file) {
    LLVMModuleRef m =
        parse_unit(u->l, LLVMGetBufferStart(made), LLVMGetBufferSize(made), file, false);
    LLVMDisposeMemoryBuffer(made);
    return m;
}

/* Makes a unit of a module from elsewhere, with the key of that, and stores it. NULL with an error
 * set, or if it needs the others. */
static LLVMMemoryBufferRef make_foreign(Units *u, const UnitBytes *given, Digest key,
                                        const char *file) {
    LoadRecord none = {0};
    LLVMMemoryBufferRef made = make_unit(u, given, file, true);
    if (made)
        unit_cache_store(&u->cache, key, &none, LLVMGetBufferStart(made), LLVMGetBufferSize(made));
    load_record_clear(&none);
    return made;
}

/* Whether a unit from elsewhere is in the cache. */
static bool find_foreign(const Units *u, Digest key, UnitBytes *unit) {
    LoadRecord none = {0};
    bool found = unit_cache_find(&u->cache, key, &none, unit);
    load_record_clear(&none);
    return found;
}

/* Returns the unit of a module from elsewhere. NULL as above. */
static LLVMModuleRef foreign_unit(Units *u, const UnitBytes *given, Digest key, const char *file) {
    UnitBytes unit;
    if (find_foreign(u, key, &unit)) return parse_finished(u, &unit, file);
    LLVMMemoryBufferRef made = make_foreign(u, given, key, file);
    u->made++;
    return made ? parse_made(u, made, file) : NULL;
}

/* Makes the unit of a C file, and stores it with the record of its load. NULL as above. */
static LLVMMemoryBufferRef make_source(Units *u, size_t number, Digest key, LoadRecord *record) {
    Loader *l = u->l;
    const char *file = l->options->files[number];
    LoadRecord *outer = l->record;
    l->record = record;
    char *path = compile_source(l, file, number);
    size_t len = 0;
    char *bitcode = path ? file_contents(path, &len) : NULL;
    if (path && !bitcode) loader_error(l, "%s: cannot be read back from %s", file, path);
    if (path) unlink(path);
    free(path);
    UnitBytes given = {NULL, (const uint8_t *)bitcode, len};
    LLVMMemoryBufferRef made = bitcode ? make_unit(u, &given, file, false) : NULL;
    l->record = outer;
    if (made)
        unit_cache_store_source(&u->cache, key, record, LLVMGetBufferStart(made),
                                LLVMGetBufferSize(made));
    free(bitcode);
    return made;
}

/* Makes the unit of a file of the program in a child process, if that file is C. */
static void make_source_ahead(void *units, size_t number) {
    Units *u = units;
    const char *file = u->l->options->files[number];
    UnitBytes unit;
    if (!is_source(file)) return;
    Digest key = unit_key_of_source(&u->cache, file);
    LoadRecord record = {.started = u->l->record->started};
    if (!unit_cache_find_source(&u->cache, key, &record, &unit))
        make_source(u, number, key, &record);
}

/* Returns the unit of a C file. NULL as above. */
static LLVMModuleRef source_unit(Units *u, size_t number) {
    Loader *l = u->l;
    const char *file = l->options->files[number];
    UnitBytes unit;
    Digest key = unit_key_of_source(&u->cache, file);
    LoadRecord record = {.started = l->record->started};
    LLVMModuleRef m = NULL;
    bool found = unit_cache_find_source(&u->cache, key, &record, &unit);
    if (!found && u->cache.folder) {
        if (!u->ahead) u->ahead = units_ahead_start(l->options->nfiles, make_source_ahead, u);
        units_ahead_wait(u->ahead, number);
        load_record_clear(&record);
        record = (LoadRecord){.started = l->record->started};
        found = unit_cache_find_source(&u->cache, key, &record, &unit);
    }
    if (found) {
        m = parse_finished(u, &unit, file);
    } else {
        LLVMMemoryBufferRef made = make_source(u, number, key, &record);
        if (made) m = parse_made(u, made, file);
    }
    unit_add_record(l->record, &record);
    load_record_clear(&record);
    return m;
}

/* --- files ------------------------------------------------------------------------------------ */

/* The modules of a native file. */
typedef struct NativeUnits {
    Units *units;
    const char *file;
    const BytesList *found;
    VEC(Digest) keys;
} NativeUnits;

/* Makes a unit in a child process. */
static void make_native_ahead(void *native, size_t k) {
    NativeUnits *n = native;
    UnitBytes unit, given = {NULL, n->found->data[k].data, n->found->data[k].len};
    if (!find_foreign(n->units, n->keys.data[k], &unit))
        make_foreign(n->units, &given, n->keys.data[k], n->file);
}

/* Returns one of the units. NULL as above. */
static LLVMModuleRef native_unit(NativeUnits *n, size_t k, UnitsAhead **ahead) {
    Units *u = n->units;
    UnitBytes unit, given = {NULL, n->found->data[k].data, n->found->data[k].len};
    Digest key = n->keys.data[k];
    if (find_foreign(u, key, &unit)) return parse_finished(u, &unit, n->file);
    if (u->cache.folder && !*ahead) *ahead = units_ahead_start(n->found->len, make_native_ahead, n);
    units_ahead_wait(*ahead, k);
    return foreign_unit(u, &given, key, n->file);
}

/* Returns the units, linked. NULL as above. */
static LLVMModuleRef link_native(NativeUnits *n) {
    Units *u = n->units;
    VEC(LLVMModuleRef) modules = {0};
    UnitsAhead *ahead = NULL;
    for (size_t k = 0; k < n->found->len && !u->l->error && !u->whole; k++) {
        LLVMModuleRef m = native_unit(n, k, &ahead);
        if (m) vec_push(&modules, m);
    }
    u->made += units_ahead_end(ahead);
    LLVMModuleRef all = NULL;
    if (modules.len) all = link_modules(u->l, modules.data, modules.len, n->file);
    vec_free(&modules);
    return all;
}

/*
 * Returns the units of a native file, linked. NULL as above. Those that were all found are kept
 * together, too: linking them again takes longer than reading the result.
 */
static LLVMModuleRef native_units(Units *u, const char *file, const BytesList *found) {
    NativeUnits n = {.units = u, .file = file, .found = found};
    UnitBytes together;
    LLVMModuleRef all = NULL;
    size_t made = u->made;
    bool large = found->len >= LEAST_TOGETHER;
    for (size_t k = 0; k < found->len; k++)
        vec_push(&n.keys, unit_key_of_bytes(&u->cache, found->data[k].data, found->data[k].len));
    Digest key = unit_key_of_bytes(&u->cache, n.keys.data, n.keys.len * sizeof *n.keys.data);
    if (large && find_foreign(u, key, &together)) {
        all = parse_finished(u, &together, file);
    } else {
        all = link_native(&n);
        if (large && all && made == u->made && u->cache.folder && !u->l->error) {
            LoadRecord none = {0};
            LLVMMemoryBufferRef b = LLVMWriteBitcodeToMemoryBuffer(all);
            unit_cache_store(&u->cache, key, &none, LLVMGetBufferStart(b), LLVMGetBufferSize(b));
            LLVMDisposeMemoryBuffer(b);
        }
    }
    vec_free(&n.keys);
    return all;
}

/* Returns the units of a file that is no source, linked. NULL as above. Keys and units are of one
 * copy of the file, which may be written meanwhile. */
static LLVMModuleRef units_of_file(Units *u, const char *file) {
    size_t len;
    char *copy = file_contents(file, &len);
    if (!copy) {
        loader_error(u->l, "%s: it cannot be read, or it changes meanwhile", file);
        return NULL;
    }
    FileBytes b = {(const uint8_t *)copy, len};
    BytesList found = {0};
    LLVMModuleRef m = NULL;
    if (native_kind(file) == NATIVE_NONE)
        m = foreign_unit(u, &(UnitBytes){NULL, b.data, len},
                         unit_key_of_bytes(&u->cache, copy, len), file);
    else if (native_modules(u->l, b, file, &found))
        m = native_units(u, file, &found);
    vec_free(&found);
    free(copy);
    return m;
}

/* Links the units of one file with those before. */
static void link_units_of(Units *u, size_t number) {
    const char *file = u->l->options->files[number];
    LLVMModuleRef m = NULL;
    if (is_source(file)) {
        m = source_unit(u, number);
    } else {
        reads_add_contents(u->l->record, file);
        m = units_of_file(u, file);
    }
    invariant(m || u->whole || u->l->error);
    if (m && (u->l->error || u->whole))
        LLVMDisposeModule(m);
    else if (m)
        link_module(u->l, m, file);
}

/* Returns the number of units that a file has; 0: the program's files must be taken as a whole, as
 * far as that shows now. */
static size_t count_units(Loader *l, const char *file) {
    static const char *const plain[] = {".c", ".i", ".bc", ".ll"};
    NativeKind native = native_kind(file);
    struct stat st;
    if (native == NATIVE_ARCHIVE || stat(file, &st) != 0 || !S_ISREG(st.st_mode) || !st.st_size)
        return 0;
    if (native == NATIVE_NONE) {
        for (size_t k = 0; k < ARRAY_LEN(plain); k++)
            if (has_suffix(file, plain[k])) return 1;
        return 0;
    }
    FileBytes b = native_map(l, file);
    BytesList found = {0};
    if (b.data) native_modules(l, b, file, &found);
    size_t n = l->error ? 0 : found.len;
    for (size_t k = 0; k < found.len && n > 1; k++)
        if (shows_whole(l, found.data[k], file)) n = 0;
    free(l->error); /* it will be found again */
    l->error = NULL;
    vec_free(&found);
    native_unmap(b);
    return n;
}

static bool has_units(Loader *l) {
    const ProgramOptions *o = l->options;
    size_t n = 0;
    bool plain = o->rewrite == REWRITE_NOT || o->rewrite == REWRITE_FORGET_PLACES;
    if (!plain || o->nadded || o->nplugins || o->debug_information || o->no_optimisation ||
        o->check_overflow)
        return false;
    for (size_t k = 0; k < o->nfiles; k++) {
        size_t here = count_units(l, o->files[k]);
        if (!here) return false;
        n += here;
    }
    return n > 1;
}

/* Takes back what was recorded, so that the program can be loaded as a whole. */
static void forget_units(Units *u, size_t messages, size_t reads, bool unknown) {
    LoadRecord *r = u->l->record;
    r->messages.len = MIN(r->messages.len, messages);
    r->reads.len = MIN(r->reads.len, reads);
    if (r->messages.data) r->messages.data[r->messages.len] = 0;
    if (r->reads.data) r->reads.data[r->reads.len] = 0;
    r->reads_unknown = unknown;
    if (u->l->module) LLVMDisposeModule(u->l->module);
    u->l->module = NULL;
}

/* Whether the program defines a function itself whose arguments were forgotten as those of the
 * library's. */
static bool places_are_own(const Loader *l) {
    if (l->options->rewrite != REWRITE_FORGET_PLACES) return false;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
        size_t n;
        const LibraryFunction *known =
            LLVMIsDeclaration(f) ? NULL : library_function(LLVMGetValueName2(f, &n));
        if (known && (known->file >= 0 || known->line >= 0)) return true;
    }
    return false;
}

bool units_link(Loader *l) {
    if (!has_units(l)) return false;
    LoadRecord *r = l->record;
    size_t messages = r->messages.len, reads = r->reads.len;
    bool unknown = r->reads_unknown;
    Units u = {.l = l, .cache = unit_cache_open(l->options)};
    l->volatile_mark = LLVMGetMDKindIDInContext(l->context, "heddle.volatile", 15);
    for (size_t k = 0; k < l->options->nfiles && !l->error && !u.whole; k++) link_units_of(&u, k);
    units_ahead_end(u.ahead);
    u.whole =
        u.whole || (!l->error && (waits_are_own(l) || children_are_own(l) || places_are_own(l)));
    if (u.whole && !l->error) forget_units(&u, messages, reads, unknown);
    l->by_units = !u.whole || l->error;
    return l->by_units;
}

void units_finish(Loader *l) {
    gather_section_sets(l);
    l->layout = LLVMGetModuleDataLayout(l->module);
    members_read(l);
    tell_waits_apart(l);
    optimise_linked(l);
}
