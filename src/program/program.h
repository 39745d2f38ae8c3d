/*
 * program.h — a program under test, decoded once from LLVM bitcode into arrays the interpreter
 * runs: code, switch tables, the initial memory image, debug lines. Immutable after program_load,
 * shared by all states.
 *
 * Nothing here executes anything. LLVM's headers are included only by the .c files of this folder.
 */
#ifndef HEDDLE_PROGRAM_PROGRAM_H
#define HEDDLE_PROGRAM_PROGRAM_H

#include "base/base.h"
#include "program/engine_calls.h"
#include "program/opcodes.h"
#include "program/traits.h"

typedef struct Insn {
    uint16_t op, d, a, b;
    uint64_t imm;
} Insn;

/* Register numbers that follow a LIST instruction. */
static inline const uint16_t *insn_slots(const Insn *i) { return (const uint16_t *)(i + 1); }
static inline unsigned insn_slot_count(const Insn *i) { return (unsigned)((i->d + i->a + 7) / 8); }
/* The instruction after `i` and its slots. */
static inline const Insn *insn_next_list(const Insn *i) { return i + 1 + insn_slot_count(i); }

extern const uint16_t fused_first[FUSED_END - OP_COUNT];
/* The operation of an instruction by itself, fused with its successor or not. */
static inline unsigned insn_op(const Insn *i) {
    return likely(i->op < OP_COUNT) ? i->op : fused_first[i->op - OP_COUNT];
}

extern const uint16_t op_flags[OP_COUNT];
extern const char *const op_names[OP_COUNT];

/* Operations of the engine, recognised by the name of the function called: engine_calls.h. */
typedef enum Builtin {
    BUILTIN_NONE,
#define B(n, traits) BUILTIN_##n,
    BUILTINS(B) C_BUILTINS(B)
#undef B
        BUILTIN_COUNT
} Builtin;
extern const Traits builtin_traits[BUILTIN_COUNT];
extern const Traits misc_traits[];
extern const char *const builtin_names[];

/* A place in the source; `inlined_at` is the index of the place it was inlined into, or 0. */
typedef struct Loc {
    const char *file;     /* "" where unknown */
    const char *function; /* name in the source */
    uint32_t line, column;
    uint32_t inlined_at;
    const char
        *member; /* what is accessed there: "struct list.head"; NULL: no member, or not known */
    bool is_volatile; /* an access there is to volatile memory, and not atomic */
} Loc;

/* One memory object of a frame (a local variable that stayed in memory). */
typedef struct StackObject {
    uint32_t offset, size; /* bytes within the frame's memory */
    uint32_t variable;     /* its text in Program.messages + 1; 0: it begins as zero */
} StackObject;

typedef struct Function {
    const char *name;
    const Insn *code;    /* NULL: not defined (a builtin, or missing) */
    const uint32_t *loc; /* per instruction: index into Program.locs */
    uint32_t code_len;
    uint32_t
        first_insn; /* instructions of all functions before this one: places in the coverage map */
    uint32_t nregs;
    uint16_t nparams;  /* registers */
    uint16_t nresults; /* registers */
    uint32_t nobjects;
    bool vararg;
    bool library;    /* belongs to libc or the runtime, not to the program's own sources */
    bool on_streams; /* of libc's: it is where it has what works on streams (FILE) */
    bool external;   /* other modules could use it by its name */
    bool atomic; /* named __VERIFIER_atomic_…: its body runs without another thread in between */
    Builtin builtin;
    Traits dangers;       /* of its code, and of the functions that it calls by name */
    uint32_t frame_bytes; /* memory of the frame, red zones included; a multiple of 16 */
    uint32_t frame_align; /* a power of two, at least 16 */
    const StackObject *objects;
    uint64_t address;
} Function;

/* The number of an instruction of a function: its place in maps over the whole program's. */
static inline uint32_t insn_number(const Function *f, const Insn *i) {
    return f->first_insn + (uint32_t)(i - f->code);
}

typedef struct SwitchTable {
    uint32_t len;
    uint32_t otherwise;     /* code index */
    uint64_t low;           /* dense tables: target[v - low] for v < low + span */
    uint32_t span;          /* 0: sparse, binary search in value[] */
    const uint64_t *value;  /* ascending */
    const uint32_t *target; /* code indices, parallel to value */
    const uint32_t *dense;
    const uint32_t
        *next; /* per case: the next one that leads to the same place, `len` after the last */
    const bool *first; /* per case: none before it does */
} SwitchTable;

typedef struct Global {
    const char *name;
    const char
        *key; /* the same in another version: the name, of unnamed constants what they hold */
    uint64_t address; /* thread-local: offset in the block */
    uint64_t size;
    bool readonly, thread_local_, library, external;
} Global;

typedef struct Program {
    Arena *arena;
    Function *functions;
    uint32_t nfunctions;
    SwitchTable *switches;
    uint32_t nswitches;
    Loc *locs;
    uint32_t nlocs;
    const char **messages; /* what instructions say; what local variables are called */
    uint32_t nmessages;
    Global *globals;
    uint32_t nglobals;
    /* The globals' memory: `image_size` bytes to be placed at GLOBALS_BASE. */
    uint8_t *image;
    uint64_t image_size;
    uint64_t readonly_size; /* of them, at the beginning, never to be written; a multiple of 64 */
    uint8_t *tls_image;
    uint64_t tls_size;
    uint64_t
        layout_end[3]; /* behind read-only, other and thread-local globals; see layout_table.h */
    const char *
        layout_rest; /* what the version that is followed has and this one has not; NULL: none is */
    bool follows_layout; /* of ProgramOptions.layout: what is in both is at the same place */
    uint32_t *constructors, *destructors; /* function indices in order */
    uint32_t nconstructors, ndestructors;
    uint32_t start; /* function index of the runtime's start */
    const char *entry_name;
    uint64_t hash; /* of the code and data of the program */
    uint32_t ninsns;
    uint32_t nbranches; /* conditional branches in the program's own code */
    Traits dangers;     /* of all its code that was loaded, libc's and the runtime's among it */
    bool
        weak_atomics; /* the program's own code has an atomic access that takes or gives no order */
    void *file; /* all but the images, where it was read from a file (program_file.h); NULL: none
                   was */
} Program;

/* The emulated address space. Code lives below the data, so that a data access to it is out of
 * bounds. */
#define FUNCTION_BASE 0x40000000ull
#define FUNCTION_STEP 16
#define LABEL_BASE 0x30000000ull
#define GLOBALS_BASE 0x50000000ull /* offsets from 0 fit an immediate of 32 bits */

/* What is done to the program's own code, as it was compiled, before it is optimised. */
typedef enum Rewrite {
    REWRITE_NOT,
    REWRITE_FORGET_PLACES, /* analysis/forget_places.h */
    REWRITE_SEQUENTIAL     /* analysis/sequentialize.h; the program is not kept in the cache */
} Rewrite;

struct Sequentialization;

typedef struct ProgramOptions {
    const char *const *files; /* .c, .i, .bc, .ll */
    size_t nfiles;
    const char *const *compiler_args; /* passed on to clang */
    size_t ncompiler_args;
    const char *entry;        /* NULL: main */
    const char *resource_dir; /* headers, libc and runtime bitcode */
    const char *temp_dir;     /* an existing directory for intermediate files */
    bool check_overflow;
    bool check_uninitialised; /* what local variables begin with is known to be undefined */
    bool no_optimisation;     /* skip the register optimisation (for comparison) */
    bool relaxed_volatile;    /* the program's volatile accesses are relaxed atomics */
    Rewrite rewrite;
    struct Sequentialization *sequentialization; /* of REWRITE_SEQUENTIAL, which sets its results */
    /* C files and bitcode that are added behind the rewriting, and stay as they are. */
    const char *const *added;
    size_t nadded;
    /* Where another version of the program has its functions and globals (program_layout_text):
     * what is in both goes to the same place, if all fits. NULL: none. */
    const char *layout;
    /* The folder where loaded programs are kept (program_cache.h), which may be missing; NULL: none
     * are. */
    const char *cache;
} ProgramOptions;

/*
 * Compiles, links, optimises and decodes; or takes from the cache what comes of that. NULL with one
 * clear line in *error (caller frees) where something is wrong with the input; the diagnostics of
 * the compiler go to stderr as they are.
 */
Program *program_load(const ProgramOptions *options, char **error);
/* The compiler's name, which is looked for in PATH. */
#define COMPILER "clang-19"
/* Options of clang by which what is wrong in programs older than C99 is a warning, not an error.
 * The last one is NULL. */
extern const char *const compiler_leniency[];
/* Macros that sources are compiled with. */
extern const char *const compiler_macros[];
/* Compiles, links and rewrites the program's own files, and writes what comes of that to a file, as
 * bitcode or as `text`. False with one line in *error, as above. */
bool program_write_rewritten(const ProgramOptions *options, const char *path, bool text,
                             char **error);
/* Writes the bitcode in an object to a file, as one module that gives way to other definitions of
 * the same symbols, as a shared library does. False with one line in *error (caller frees). */
bool program_join_library(const char *file, const char *path, char **error);
/* Sets the initial value of a global variable of the program's own: `size` bytes. False where it
 * has none of that name and size. */
bool program_set_global(Program *p, const char *name, const void *value, size_t size);
/* Where the functions and globals of a program are, for ProgramOptions.layout of another version;
 * the caller frees. */
char *program_layout_text(const Program *p);
/* The global variable of this name; NULL: there is none. */
const Global *program_global_named(const Program *p, const char *name);
/* A hash of what each new thread begins with: the initial values of thread-local variables, and
 * where they are. */
uint64_t program_thread_image(const Program *p);
void program_free(Program *p);

/* Whether the function is one of libc or the runtime that is known to have all of these
 * promises. */
bool function_keeps(const Function *f, Traits promises);
/* The address of the function or global variable that has this name for other modules; 0: there is
 * none. */
uint64_t program_symbol(const Program *p, const char *name);
/* The function at this address, or NULL. */
const Function *program_function_at(const Program *p, uint64_t address);
/* The global that contains `address` (or the nearest before within its red zone), or NULL. */
const Global *program_global_at(const Program *p, uint64_t address);
/*
 * executed.c: which instructions were executed (1 or 0 at out[Function.first_insn + k]; `out` has
 * p->ninsns bytes), as it follows from `cover`, which has two bytes per instruction: bit 0 where a
 * conditional branch was not taken, was taken; COVER_EXECUTED in the first where a function was
 * entered other than by a direct call, and where a switch led. Only the program's own functions are
 * looked at. Instructions behind a call count as executed where the call was, whether it returned
 * or not.
 */
#define COVER_EXECUTED 2
void program_executed(const Program *p, const uint8_t *cover, uint8_t *out);
/* Fuses pairs of instructions (see opcodes.h) in the final code of a function. */
void fuse_instructions(Insn *code, uint32_t len);
/* Text of the code, of one function or (NULL) of all, for debugging and tests. False where there is
 * none. */
bool program_dump(const Program *p, const char *function, void *file);

#endif
