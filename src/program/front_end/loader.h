/*
 * loader.h — shared by the files of this room: the LLVM module being decoded and the tables under
 * construction. Not for other rooms.
 */
#ifndef HEDDLE_PROGRAM_FRONT_END_LOADER_H
#define HEDDLE_PROGRAM_FRONT_END_LOADER_H

#include "base/tables/hash_set.h"
#include "base/tables/index.h"
#include "program/load/input_kind.h"
#include "program/load/program_cache.h"
#include "program/program_file.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* pointer_map.c: maps LLVM's pointers to numbers; 0 is "absent". */
typedef struct PtrMapItem {
    const void *key;
    uint64_t value;
} PtrMapItem;
typedef struct PtrMap {
    Index index; /* of `items` */
    VEC(PtrMapItem) items;
} PtrMap;
uint64_t ptrmap_get(const PtrMap *m, const void *key);
void ptrmap_put(PtrMap *m, const void *key, uint64_t value);
void ptrmap_clear(PtrMap *m);
void ptrmap_free(PtrMap *m);

typedef struct Loader {
    Program *program;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    const ProgramOptions *options;
    LoadRecord *record;    /* messages and linked members of the load */
    char *folder;          /* the current folder, "" if it has no name */
    PtrMap function_index; /* LLVM function -> index + 1 */
    PtrMap global_address; /* LLVM global -> address */
    PtrMap global_tls;     /* LLVM thread-local global -> offset + 1 */
    PtrMap loc_index;      /* debug location -> index */
    PtrMap shapes;         /* see shapes.c: global variable -> its shape */
    PtrMap members;        /* see members.c: hash of a place -> name of the member accessed there */
    struct LayoutTable *table; /* addresses of the version followed, or NULL */
    unsigned volatile_mark;    /* kind of metadata: see volatile.c */
    HashSet streams; /* hashes of names: functions of libc in files that work on streams */
    PtrMap own;      /* functions and globals of the program's own sources */
    VEC(Loc) locs;
    VEC(SwitchTable) switches;
    VEC(const char *) messages;
    StrBuf debug;          /* see debug_text.h */
    PtrMap debug_type;     /* type in debug information -> its number in `debug` */
    PtrMap debug_fragment; /* expression in debug information -> index into Decoder.fragments + 1 */
    unsigned debug_types;  /* numbers given so far */
    bool alarmed;          /* an alarm is set that ends with the reading of files */
    bool counts_wakes; /* a loop around a wait that does not wake spuriously counts its rounds */
    bool unit;         /* `module` is one of the program's units (units.c) */
    bool by_units;     /* `module` consists of units, which are optimised */
    char *error;       /* the first error, or NULL */
} Loader;

/* Records the first error of a load. */
void loader_error(Loader *l, const char *format, ...) PRINTF_LIKE(2, 3);
/* Writes l->module to a file, as bitcode or as text; an error where that fails. */
void loader_write_module(Loader *l, const char *path, bool text);
/* Sets the handler of LLVM's errors in l->context. */
void loader_diagnostics(Loader *l);

/* dangers.c: computes Function.dangers and Program.dangers of a decoded program. */
void find_dangers(Program *p);
/* frontend.c: compiles, links with libc and the runtime, optimises. Sets l->module or l->error. */
void frontend_build(Loader *l);
/* own_files.c: compiles or reads one file that is not native, and links it with l->module. `number`
 * is one of its own among the files that are compiled. */
void add_file(Loader *l, const char *file, size_t number);
/* The same with any file: an archive as a whole. */
void link_file(Loader *l, const char *file, size_t number);
/* Links the program's own files as they are. */
void link_files(Loader *l, const char *entry);
/* plugins.c: links the plugins, whose symbols become their own, with the program. */
void link_plugins(Loader *l);
/* The first part of frontend_build: compiles and links the program's own files, and rewrites them
 * if asked for. */
void frontend_own(Loader *l);

/* debug_nodes.c: operands of the nodes of debug information. */
/* Returns an operand, NULL if there is none. */
LLVMValueRef metadata_operand(LLVMValueRef node, unsigned k);
/* Returns an operand that is a text, "" if there is none. */
const char *metadata_text(LLVMValueRef node, unsigned k, unsigned *length);
/* Returns the nodes of one of the module's named lists, *n of them. The caller frees the array. */
LLVMValueRef *metadata_list(LLVMModuleRef module, const char *name, unsigned *n);
/* Adds a node to such a list: what it is about, and a text. */
void metadata_list_add(const Loader *l, const char *name, LLVMMetadataRef about,
                       const StrBuf *text);
/* Returns the k-th node of a variable that describes a global one, or NULL. */
LLVMMetadataRef global_debug_node(const Loader *l, LLVMValueRef g, unsigned k);
/* Returns the number of elements in dimension `k` of the type of an array, 0 if it is not known. */
uint64_t debug_array_count(LLVMValueRef type, unsigned k);
/* DWARF's tags of types that matter here (DWARF 5, section 7.5.3). */
enum {
    TAG_ARRAY = 0x01,
    TAG_ENUM = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_FUNCTION = 0x15,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_ATOMIC = 0x47
};
/* Operands of the node of a variable. */
enum { VARIABLE_SCOPE = 0, VARIABLE_NAME = 1, VARIABLE_TYPE = 3 };
/* Operands of the node of a type. */
enum { TYPE_BASE = 3, TYPE_ELEMENTS = 4 };
/* Whether an instruction is a call that describes a variable: of `llvm.dbg.WHAT` (NULL: any). */
bool is_debug_call(LLVMValueRef i, const char *what);

/* members.c: notes which members of structures the module's code accesses, and at which places.
 * Called before optimisation. */
void members_note(Loader *l);
/* Writes what was noted into the module, and reads it from there after units were linked. */
void members_write(Loader *l);
void members_read(Loader *l);
/* prepare/shapes.c: what is in global variables (program/shape.h), noted before optimisation and
 * read from the module when it is complete. */
void shapes_note(Loader *l);
void shapes_read(Loader *l);
/* strip.c: removes variables and types from the module's debug information. Places stay. */
void strip_variables(Loader *l);
/* Returns the member that is accessed at a place, "struct list.head". NULL if there is none,
 * several, or one without a name. */
const char *members_at(const Loader *l, LLVMMetadataRef where);

/* The seconds after which LLVM counts as having failed on bitcode. */
#define REHEARSAL_SECONDS 60

/* units.c: links the program's own files of units, each of which was optimised for itself, and sets
 * l->by_units. False without effect if the program must be optimised as a whole, or has one unit
 * only; true also with an error set. */
bool units_link(Loader *l);
/* Does for units what concerns the program as a whole. */
void units_finish(Loader *l);

/* Adds what the load of one unit, or of a file, depends on, and its messages. */
void unit_add_record(LoadRecord *to, const LoadRecord *r);

/* units_ahead.c: child processes that make n units in advance. `make` makes unit k of `context` and
 * stores it in the cache; it is called in the children only. NULL if there are none. */
typedef struct UnitsAhead UnitsAhead;
UnitsAhead *units_ahead_start(size_t n, void (*make)(void *context, size_t k), void *context);
/* Keeps unit k from the children; waits until it is made if one of them is making it. A unit that
 * is then not in the cache is for the caller to make. */
void units_ahead_wait(UnitsAhead *a, size_t k);
/* Waits for the children, which begin with nothing new, and frees `a` (may be NULL). Returns the
 * number of units that they claimed. */
size_t units_ahead_end(UnitsAhead *a);

/* unit_cache.c: kept units. */
typedef struct UnitCache {
    const char *folder; /* NULL: none is kept */
    CacheKind kind;
    Digest settings, compiler;
    bool compiles; /* `compiler` is known */
} UnitCache;
/* A unit as bitcode, in an allocated block. */
typedef struct UnitBytes {
    uint8_t *block;
    const uint8_t *data; /* in the block */
    size_t len;
} UnitBytes;
UnitCache unit_cache_open(const ProgramOptions *options);
/* The same for members of libraries that are linked with each other. */
UnitCache unit_cache_open_libraries(const ProgramOptions *options);
/* The same for what the compiler makes of a file, which other settings of a load share. */
UnitCache unit_cache_open_compiled(const ProgramOptions *options);
/* Returns the key of the unit that is made of this bitcode. */
Digest unit_key_of_bytes(const UnitCache *c, const void *data, size_t len);
/* Returns the key of the request to compile this file. */
Digest unit_key_of_source(const UnitCache *c, const char *file);
/* Finds a unit, and adds what is known of its load to the record. */
bool unit_cache_find(const UnitCache *c, Digest key, LoadRecord *record, UnitBytes *out);
/* The same for a request to compile: the files that the compiler read must be unchanged. */
bool unit_cache_find_source(const UnitCache *c, Digest key, LoadRecord *record, UnitBytes *out);
/* Stores a unit with the record of its load alone. */
void unit_cache_store(UnitCache *c, Digest key, const LoadRecord *record, const void *data,
                      size_t len);
void unit_cache_store_source(UnitCache *c, Digest key, const LoadRecord *record, const void *data,
                             size_t len);

/* compile.c: runs clang on one source file. Returns the bitcode's path, which the caller frees, or
 * NULL with an error set. */
char *compile_source(Loader *l, const char *file, size_t number);

/* link/link.c: parses a module, and verifies one that is `foreign`. Messages call the file `shown`.
 * NULL with an error set. */
LLVMModuleRef parse_file(Loader *l, const char *path, const char *shown, bool foreign);
LLVMModuleRef parse_bytes(Loader *l, const void *data, size_t len, const char *shown);
LLVMModuleRef parse_unit(Loader *l, const void *data, size_t len, const char *shown, bool foreign);
/* Links `m` into l->module, and takes it. */
void link_module(Loader *l, LLVMModuleRef m, const char *shown);
/* Links n > 0 modules, in order, into the first, which is returned; takes the others. It links in
 * pairs, since the linker walks over all of the module that it adds to. */
LLVMModuleRef link_modules(Loader *l, LLVMModuleRef *modules, size_t n, const char *shown);
/* Whether `v`, a function or global variable, is used but not defined. */
bool needs_definition(LLVMValueRef v);
/* Whether other modules could use `v`, a function or global variable, by its name. */
bool is_external(LLVMValueRef v);
/* Whether only its own module can use `v`, whatever its visibility. */
bool is_static(LLVMValueRef v);
/* Whether the program looks for functions and variables by their names. */
bool finds_by_name(const Loader *l);
/* Whether the program's own code or data uses `v`. */
bool used_by_own(const Loader *l, LLVMValueRef v);

/* link/libraries.c. */
/* Whether libc or the runtime has a definition of this name. */
bool library_defines(Loader *l, const char *name);
/* Makes inline definitions external if nothing has the external definition that they stand for. C99
 * 6.7.4 leaves unspecified which of the two a call takes. */
void keep_inline_definitions(Loader *l);
/* Links the members of the runtime and of libc that l->module needs. */
void link_libraries(Loader *l);
/* link/carries.c: replaces a compiler's function for a sum with a carry by code. False: it is none.
 */
bool link_carry(Loader *l, LLVMValueRef f);
/* link/missing.c: makes undefined functions that the runtime refers to weakly null. The code that
 * would call them is removed here, since libraries are not optimised again. The invariants of the
 * runtime are such calls, which stay where the engine checks its own. */
void forget_missing(Loader *l);

/* optimise.c: optimises the code in l->module, so that values are in registers. */
void optimise(Loader *l);
/* Removes what several units define, once they are linked. */
void optimise_linked(Loader *l);
/* addresses.c: takes addresses with several variable indices apart. True if there are any. */
bool split_addresses(Loader *l);
/* Only the first part of optimise: local variables without pointers to them become registers,
 * others begin as zero. */
void promote_locals(Loader *l);

/* section_sets.c: joins the variables between __start_SECTION and __stop_SECTION. */
void gather_section_sets(Loader *l);
/* native_steps.c: makes the program's own code tell its places to the runtime of `heddle replay
 * --native`, as the function __heddle_native_main. */
void mark_native_steps(Loader *l);

/* Makes the passes treat the ends of such sets in a unit, which are different variables to them, as
 * addresses that may be equal, and their variables as used; then as the unit has them. */
typedef VEC(char *) SectionSets;
SectionSets hide_section_sets(LLVMModuleRef m);
void show_section_sets(LLVMModuleRef m, SectionSets *sets);
/* Keeps the variables of such sections when bitcode is linked, though nothing refers to them.
 * Bitcode embedded in an object no longer says that they are `used`. */
void keep_section_sets(LLVMModuleRef m);

/* asm_lower.c: turns inline assembly in l->module into plain instructions, as far as it is
 * understood. */
void lower_assembly(Loader *l);
/* locals.c: whether all uses of a local variable are plain accesses at known offsets inside it. */
bool stays_in_function(Loader *l, LLVMValueRef alloca);

/*
 * volatile.c: marks the volatile accesses of l->module as the program's own, and makes them atomic
 * if the options say so.
 */
void mark_volatile_accesses(Loader *l);
/* Inserts a look for signals before each marked access that is not atomic and not to a private
 * variable, if the program sends signals. A handler may run there: memory that a thread shares with
 * a handler interrupting it is volatile or atomic. */
void look_at_volatile_accesses(Loader *l);
/* Whether an instruction is a marked volatile access. */
bool is_marked_volatile(const Loader *l, LLVMValueRef i);

/* unread.c: whether nothing depends on what a global variable holds, as the module's code is now.
 */
bool global_is_unread(LLVMValueRef global);
/* waits.c: finds waits on condition variables of l->module whose spurious wake-ups make no
 * difference. They become calls of functions that do not wake spuriously. Called after variables
 * became registers and before calls are inlined. */
void tell_waits_apart(Loader *l);

/* prepare/children.c: calls of fork() whose child only ends or becomes another program call
 * __heddle_fork_program() instead. Needs local variables in registers. */
void find_children(Loader *l);
/* Whether the program defines a function itself that a unit took for one of the library's when it
 * judged a child. */
bool children_are_own(const Loader *l);
/* Whether the program defines a function itself for which units call one of the runtime's, or which
 * they took for one of its locks. */
bool waits_are_own(const Loader *l);

/* counters.c: moves the steps of loops' counters so that a register is enough for each. Called
 * after l->module was optimised. */
void move_counters(Loader *l);

/* strict.c: makes arithmetic that respects rounding modes and exceptions plain arithmetic. */
void relax_arithmetic(Loader *l);

/* frame_address.c: makes the address of a function's own frame that of a local variable. */
void find_own_frames(Loader *l);

/* facts.c: removes promises about values, functions and loops from l->module, and makes undefined
 * operands zero. */
void strip_promises(Loader *l);
/* Removes promises about the results of operations. */
void strip_flags(Loader *l);
/* Restores hidden shifts whose amount turned out to be a constant that fits. Whether there was
 * one. */
bool restore_shifts(Loader *l);
/* Lets the optimiser assume that calls of `f` only compute a value. */
void mark_as_value(Loader *l, LLVMValueRef f);
/* variables.c: marks local variables with their names and, with check_uninitialised, those that may
 * be read before they are written. Called before any of them become registers. */
void variables_note(Loader *l);
/* Gives the number of the text with the variable's name, + 1, in *name (0: there is none), and in
 * *undefined if the variable begins unwritten (0: it begins as zero). */
void variable_texts(Loader *l, LLVMValueRef alloca, uint32_t *undefined, uint32_t *name);
/* Returns the text that a global variable stands for in a unit's code, or NULL: its address is the
 * number of the text in the upper half of a word. */
const char *text_of_global(LLVMValueRef global, size_t *length);
/* Writes an uninitialised value to a marked variable, at the builder's position. False, without
 * effect, if there is no such value of the variable's type. */
bool undefined_variable(Loader *l, LLVMBuilderRef b, LLVMValueRef alloca);
/* Moves the creation of uninitialised values to their uses, once variables are registers. */
void undefined_defer(Loader *l);
/* Writes zero to a local variable of `size` bytes, at the builder's position. */
void zero_variable(Loader *l, LLVMBuilderRef b, LLVMValueRef alloca, uint64_t size);

/* native.c: bitcode in native files. */
/* Links all modules in an executable or object. */
void link_elf(Loader *l, const char *file);
typedef struct FileBytes {
    const uint8_t *data;
    size_t len;
} FileBytes;
typedef VEC(FileBytes) BytesList;
/* Maps a file; data NULL with an error set. */
FileBytes native_map(Loader *l, const char *path);
void native_unmap(FileBytes b);
/* Appends the contents of the sections with bitcode to `modules`, one entry for each module. False
 * with an error set. */
bool native_modules(Loader *l, FileBytes b, const char *shown, BytesList *modules);
/* Links the members of these archives that define a symbol used but not defined, or the function
 * `entry`. */
void link_archives(Loader *l, const char *const *files, size_t n, const char *entry);
/* Links all members of an archive. */
void link_whole_archive(Loader *l, const char *file);

/* shared_library.c: see program_join_library. */
bool join_library(const char *file, const char *path, char **error);

/* layout.c: computes addresses of functions and globals, and the initial memory image. */
void layout_program(Loader *l);
/* Computes the number of a scalar constant; `high` gets bits 64.. (may be NULL). False with an
 * error set if it is not known before execution. */
bool constant_value(Loader *l, LLVMValueRef v, uint64_t *low, uint64_t *high);

/*
 * variadic.c: where arguments are passed. A place is an offset into a memory area given to a
 * variadic function: first the image of the argument registers, from VARIADIC_STACK on the stack.
 */
enum { VARIADIC_GENERAL = 6, VARIADIC_VECTOR = 8, VARIADIC_STACK = 256 };
typedef struct ArgumentCursor {
    unsigned general, vector; /* registers taken */
    uint64_t stack, align;    /* bytes taken, largest alignment so far */
} ArgumentCursor;
/* Returns the place of the next argument, or part of one: a scalar or vector type. */
uint64_t argument_place(Loader *l, ArgumentCursor *c, LLVMTypeRef t);
/* Returns the place of an argument that is copied to the stack. */
uint64_t argument_place_of_copy(ArgumentCursor *c, uint64_t size, uint64_t align);

/* decode.c: decodes all functions with a body. */
void decode_functions(Loader *l);

/* Virtual code: the output of the decoder, which allocate.c and final_code.c turn into final
 * code. */
typedef struct VInsn {
    uint16_t op, sub;
    uint32_t d, a, b, c; /* virtual registers, or 0 */
    uint64_t imm;
    uint32_t target;       /* block of a branch */
    uint32_t list, nd, nu; /* LIST: registers in VFunction.list: nd definitions, then nu uses */
    uint32_t loc;
} VInsn;

typedef struct VBlock {
    uint32_t first, len; /* instructions */
    uint32_t code;       /* final index of the first instruction */
    uint32_t next; /* block that control falls through to; where needed it is the next in order */
    VEC(uint32_t) successors;
} VBlock;

typedef struct VFunction {
    VEC(VInsn) code;
    VEC(uint32_t) list;
    VEC(VBlock) blocks;
    VEC(uint32_t) order; /* of blocks in the final code */
    uint32_t nvregs;     /* registers are 1..nvregs-1 */
    uint32_t nparams;    /* virtual registers 1..nparams are the parameters */
    uint32_t first_switch;
    VEC(uint32_t) kept;    /* registers that nothing else may have, from beginning to end */
    const uint32_t *color; /* virtual register -> register; set by allocate_registers, in the
                              memory that it gets */
    /* calls setjmp: registers must keep their values across all code in between */
    bool returns_twice;
} VFunction;

/* allocate.c: coalesces copies, assigns registers, and writes the code of `f`. */
void allocate_registers(Loader *l, VFunction *v, Function *f, Arena *scratch);
/* final_code.c: writes the code of `f`, where virtual register r is register color[r]. */
void write_final_code(Loader *l, VFunction *v, const uint32_t *color, Function *f, Arena *scratch);

#endif
