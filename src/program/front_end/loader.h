/*
 * loader.h — what the files of this room share: the LLVM module being decoded and the tables under
 * construction. Not for other rooms.
 */
#ifndef HEDDLE_PROGRAM_FRONT_END_LOADER_H
#define HEDDLE_PROGRAM_FRONT_END_LOADER_H

#include "base/hash_set.h"
#include "base/index.h"
#include "program/load/input_kind.h"
#include "program/program_file.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* pointer_map.c: from LLVM's pointers to numbers; 0 is "absent". */
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
    LoadRecord *record;    /* what is said and linked on the way */
    char *folder;          /* the current one, "" where it has no name */
    PtrMap function_index; /* LLVM function -> index + 1 */
    PtrMap global_address; /* LLVM global -> address */
    PtrMap global_tls;     /* LLVM thread-local global -> offset + 1 */
    PtrMap loc_index;      /* debug location -> index */
    PtrMap members;        /* see members.c: hash of a place -> name of the member accessed there */
    struct LayoutTable *table; /* what another version has where; NULL: none is followed */
    unsigned volatile_mark;    /* kind of metadata: see volatile.c */
    HashSet streams;           /* hashes of names: functions of libc's that work on streams */
    PtrMap own;                /* functions and globals of the program's own sources */
    VEC(Loc) locs;
    VEC(SwitchTable) switches;
    VEC(const char *) messages;
    bool alarmed; /* an alarm is set that is to watch over the reading of files only */
    char *error;  /* the first thing found wrong, or NULL */
} Loader;

/* Records the first error of a load. */
void loader_error(Loader *l, const char *format, ...) PRINTF_LIKE(2, 3);

/* dangers.c: Function.dangers and Program.dangers, of a program that is decoded. */
void find_dangers(Program *p);
/* frontend.c: compile, link with libc and the runtime, optimise. Sets l->module or l->error. */
void frontend_build(Loader *l);
/* The first part of it: the program's own files, as they were compiled, rewritten where that is
 * wanted. */
void frontend_own(Loader *l);

/* members.c: notes which members of structures the module's code accesses, and where. Before
 * optimisation. */
void members_note(Loader *l);
/* The member that is accessed at a place, "struct list.head"; NULL: none, several, or one without a
 * name. */
const char *members_at(const Loader *l, LLVMMetadataRef where);

/* compile.c: runs clang on one source file; the bitcode's path, which the caller frees, or NULL
 * with an error set. */
char *compile_source(Loader *l, const char *file, size_t number);

/* link.c. Messages call the file `shown`. A module that was parsed and verified, or NULL with an
 * error set. */
LLVMModuleRef parse_file(Loader *l, const char *path, const char *shown);
LLVMModuleRef parse_bytes(Loader *l, const void *data, size_t len, const char *shown);
/* Links `m` into l->module, and takes it. */
void link_module(Loader *l, LLVMModuleRef m, const char *shown);
/* Links n > 0 modules, in order, into the first, which is returned; takes the others. In pairs: the
 * linker walks over all of the module that it adds to. */
LLVMModuleRef link_modules(Loader *l, LLVMModuleRef *modules, size_t n, const char *shown);
/* Whether something uses `v`, a function or global variable, and nothing defines it. */
bool needs_definition(LLVMValueRef v);
/* Whether other modules could use `v`, a function or global variable, by its name. */
bool is_external(LLVMValueRef v);
/* Makes inline definitions that stand for external ones into those, where nothing has the external
 * one (C99 6.7.4: which of the two a call takes is unspecified). */
void keep_inline_definitions(Loader *l);
/* The members of the runtime and of libc that l->module needs. */
void link_libraries(Loader *l);
/* Whether the program's own code or data uses `v`. */
bool used_by_own(const Loader *l, LLVMValueRef v);

/* optimise.c: registers of the code in l->module. */
void optimise(Loader *l);
/* Only the first part of it: local variables that no pointer leads to become registers, others
 * begin as zero. */
void promote_locals(Loader *l);
/* Tells the optimiser that calls of `f` do nothing but compute a value. */
void mark_as_value(Loader *l, LLVMValueRef f);

/* section_sets.c: what lies between __start_SECTION and __stop_SECTION. */
void gather_section_sets(Loader *l);
/* Bitcode that is embedded in an object has lost that variables are `used`: those of such sections
 * are kept when it is linked, though nothing refers to them. */
void keep_section_sets(LLVMModuleRef m);

/* asm_lower.c: makes plain instructions of the inline assembly in l->module, as far as it is
 * understood. */
void lower_assembly(Loader *l);
/* Whether all uses of a local variable are plain accesses at known places inside of it. */
bool stays_in_function(Loader *l, LLVMValueRef alloca);

/*
 * volatile.c: marks the volatile accesses of l->module as the program's own, and makes them atomic
 * where the options say so.
 */
void mark_volatile_accesses(Loader *l);
/* Where the program sends signals, a handler may run before each of them: what a thread and a
 * handler that interrupts it share is volatile, or atomic. */
void look_at_volatile_accesses(Loader *l);
/* Whether an instruction is one of them. */
bool is_marked_volatile(const Loader *l, LLVMValueRef i);

/* waits.c: makes those waits on condition variables of l->module that look again when they return
 * calls of functions that do not wake spuriously. After variables became registers, before calls
 * are inlined. */
void tell_waits_apart(Loader *l);

/* strict.c: arithmetic that minds rounding modes and exceptions becomes plain arithmetic. */
void relax_arithmetic(Loader *l);

/* facts.c: from all of l->module promises about values, functions and loops; undefined operands
 * become zero. */
void strip_promises(Loader *l);
/* Promises about the results of operations. */
void strip_flags(Loader *l);
/* Makes shifts of those that it hid and that turned out to have a constant amount that fits;
 * whether there was one. */
bool restore_shifts(Loader *l);
/* variables.c, where what variables begin with is to be known: marks local variables that may be
 * read before they are written. Before any of them become registers. */
void variables_note(Loader *l);
/* The number of the text that says which variable it is, + 1; 0: it begins as zero. */
uint32_t variable_text(const Loader *l, LLVMValueRef alloca);
/* Writes what nothing is known about to a marked variable, at the builder's place. False: it has
 * none of the kinds that there are such values of, and nothing was done. */
bool undefined_variable(Loader *l, LLVMBuilderRef b, LLVMValueRef alloca);
/* Makes undefined values only where they are used, once variables are registers. */
void undefined_defer(Loader *l);
/* Writes zero to a local variable of `size` bytes, at the builder's place. */
void zero_variable(Loader *l, LLVMBuilderRef b, LLVMValueRef alloca, uint64_t size);

/* native.c: bitcode in native files. */
/* Links all modules in an executable or object. */
void link_elf(Loader *l, const char *file);
/* Links the members of these archives that define what is used and defined nowhere, or the function
 * `entry`. */
void link_archives(Loader *l, const char *const *files, size_t n, const char *entry);

/* shared_library.c: as program_join_library. */
bool join_library(const char *file, const char *path, char **error);

/* layout.c: addresses of functions and globals, initial memory image. */
void layout_program(Loader *l);
/* The number that a scalar constant stands for; `high` gets bits 64.. (may be NULL). False with an
 * error set where it is no number known before execution. */
bool constant_value(Loader *l, LLVMValueRef v, uint64_t *low, uint64_t *high);

/*
 * variadic.c: where arguments are passed. Places are offsets into one piece of memory that a
 * variadic function is given: the image of the argument registers, and from VARIADIC_STACK on what
 * is on the stack.
 */
enum { VARIADIC_GENERAL = 6, VARIADIC_VECTOR = 8, VARIADIC_STACK = 256 };
typedef struct ArgumentCursor {
    unsigned general, vector; /* registers taken */
    uint64_t stack, align;    /* bytes taken, the largest alignment asked for */
} ArgumentCursor;
/* The place of the next argument, or part of one: a scalar or vector type. */
uint64_t argument_place(Loader *l, ArgumentCursor *c, LLVMTypeRef t);
/* The place of an argument that is copied to the stack. */
uint64_t argument_place_of_copy(ArgumentCursor *c, uint64_t size, uint64_t align);

/* decode.c: all functions with a body. */
void decode_functions(Loader *l);

/* Virtual code: what the decoder writes and allocate.c and final_code.c turn into final code. */
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
    uint32_t next; /* the block that control falls through to is the next in order where needed */
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
    bool returns_twice; /* calls setjmp: a register must keep its value whatever runs in between */
} VFunction;

/* allocate.c: coalesces copies, assigns registers, has the code of `f` written. */
void allocate_registers(Loader *l, VFunction *v, Function *f);
/* final_code.c: the code of `f`, where virtual register r is register color[r]. */
void write_final_code(Loader *l, VFunction *v, const uint32_t *color, Function *f);

#endif
