/*
 * program.h — a program under test, decoded once from LLVM bitcode into arrays for the interpreter:
 * code, switch tables, the initial memory image, debug lines. It is immutable after program_load
 * and shared by all states.
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

/* Returns the register numbers that follow a LIST instruction. */
static inline const uint16_t *insn_slots(const Insn *i) { return (const uint16_t *)(i + 1); }
static inline unsigned insn_slot_count(const Insn *i) { return (unsigned)((i->d + i->a + 7) / 8); }
/* Returns the instruction after `i` and its slots. */
static inline const Insn *insn_next_list(const Insn *i) { return i + 1 + insn_slot_count(i); }

extern const uint16_t fused_first[FUSED_END - OP_COUNT];
/* Returns the opcode of an instruction without its fusion. */
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

/* A place in the source. `inlined_at` is the index of the place it was inlined into, or 0. */
typedef struct Loc {
    const char *file;     /* "" where unknown */
    const char *function; /* its name in the source */
    uint32_t line, column;
    uint32_t inlined_at;
    /* the member accessed there ("struct list.head"), or NULL if there is none or it is unknown */
    const char *member;
    bool is_volatile; /* the access there is to volatile memory and not atomic */
} Loc;

/* One memory object of a frame (a local variable that stayed in memory). */
typedef struct StackObject {
    uint32_t offset, size; /* bytes within the frame's memory */
    uint32_t variable;     /* index of its text in Program.messages + 1; 0: it begins as zero */
    uint32_t name;         /* index of its text in Program.messages + 1; 0: it has no name */
} StackObject;

typedef struct Function {
    const char *name;
    const Insn *code;    /* NULL: not defined (a builtin, or missing) */
    const uint32_t *loc; /* per instruction: index into Program.locs */
    uint32_t code_len;
    /* number of instructions of all functions before: an index into the coverage map */
    uint32_t first_insn;
    uint32_t nregs;
    uint16_t nparams;  /* registers */
    uint16_t nresults; /* registers */
    uint32_t nobjects;
    bool vararg;
    bool library;    /* belongs to libc or the runtime, not to the program's own sources */
    bool on_streams; /* function of libc in a file whose functions work on streams (FILE) */
    bool external;   /* visible to other modules by its name */
    bool atomic;     /* named __VERIFIER_atomic_…: no other thread runs during its body */
    /* Control may reach code in ways that the code does not show: setjmp, computed goto. Then no
     * register is known to be dead, so they begin as zero. */
    bool hidden_jumps;
    Builtin builtin;
    Traits dangers;       /* of its code, and of the functions that it calls by name */
    uint32_t frame_bytes; /* memory of the frame, red zones included; a multiple of 16 */
    uint32_t frame_align; /* a power of two, at least 16 */
    const StackObject *objects;
    uint64_t address;
} Function;

/* Returns the number of an instruction of a function: its index in maps over the whole program. */
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
    const uint32_t *next; /* per case: the next case with the same target, `len` after the last */
    const bool *first;    /* per case: no earlier case has the same target */
} SwitchTable;

typedef struct Global {
    const char *name;
    /* name of the global across versions: its own, or the contents of an unnamed constant */
    const char *key;
    uint64_t address; /* thread-local: offset in the block */
    uint64_t size;
    bool readonly, thread_local_, library, external;
    bool unread;       /* nothing depends on what it holds: prepare/unread.c */
    const char *shape; /* what is in it: shape.h */
} Global;

typedef struct Program {
    Arena *arena;
    Function *functions;
    uint32_t nfunctions;
    SwitchTable *switches;
    uint32_t nswitches;
    Loc *locs;
    uint32_t nlocs;
    const char **messages; /* texts of instructions, and names of local variables */
    uint32_t nmessages;
    Global *globals;
    uint32_t nglobals;
    /* The globals' memory: `image_size` bytes to be placed at GLOBALS_BASE. */
    uint8_t *image;
    uint64_t image_size;
    /* size of the part at the beginning that is never written; a multiple of 64 */
    uint64_t readonly_size;
    uint8_t *tls_image;
    uint64_t tls_size;
    /* ends of the read-only, other and thread-local globals; see layout_table.h */
    uint64_t layout_end[3];
    /* layout lines of what only the version followed has; NULL: no version is followed */
    const char *layout_rest;
    /* all that ProgramOptions.layout has in common with this program is at the same place */
    bool follows_layout;
    uint32_t *constructors, *destructors; /* function indices in order */
    uint32_t nconstructors, ndestructors;
    uint32_t start; /* function index of the runtime's start */
    const char *entry_name;
    const char *debug; /* what a debugger needs, see debug_text.h; "" if that was not asked for */
    uint64_t hash;     /* of the code and data of the program */
    uint32_t ninsns;
    uint32_t nbranches; /* conditional branches in the program's own code */
    Traits dangers;     /* of all loaded code, that of libc and the runtime included */
    /* an atomic access in the program's own code neither acquires nor releases */
    bool weak_atomics;
    bool counts_wakes; /* a loop around a wait that does not wake spuriously counts its rounds */
    bool tries_locks;  /* a thread may notice that a mutex is held, other than by waiting for it */
    /* memory of everything but the images if read from a file (program_file.h), else NULL */
    void *file;
} Program;

/* The emulated address space. Code lies below the data, so that a data access to it is out of
 * bounds. */
#define FUNCTION_BASE 0x40000000ull
#define FUNCTION_STEP 16
#define LABEL_BASE 0x30000000ull
#define GLOBALS_BASE 0x50000000ull /* offsets from 0 fit an immediate of 32 bits */

/* A rewriting of the program's own code, as compiled, before it is optimised. */
typedef enum Rewrite {
    REWRITE_NOT,
    REWRITE_FORGET_PLACES, /* analysis/forget_places.h */
    REWRITE_NATIVE,        /* front_end/native_steps.c; only for program_write_rewritten */
    REWRITE_SEQUENTIAL     /* analysis/sequentialize.h; the program is not kept in the cache */
} Rewrite;

struct Sequentialization;

typedef struct ProgramOptions {
    const char *const *files; /* .c, .i, .bc, .ll */
    size_t nfiles;
    const char *const *compiler_args; /* passed on to clang */
    size_t ncompiler_args;
    /* What the program loads by dlopen, NAME=FILE or FILE: see load/input_kind.h. */
    const char *const *plugins;
    size_t nplugins;
    const char *entry;        /* NULL: main */
    const char *resource_dir; /* headers, libc and runtime bitcode */
    const char *temp_dir;     /* an existing directory for intermediate files */
    bool check_overflow;
    bool check_uninitialised; /* the initial values of local variables count as uninitialised */
    bool no_optimisation;     /* skip the register optimisation (for comparison) */
    bool debug_information;   /* keep what a debugger needs; wants no_optimisation */
    bool relaxed_volatile;    /* the program's volatile accesses are relaxed atomics */
    Rewrite rewrite;
    struct Sequentialization *sequentialization; /* receives the results of REWRITE_SEQUENTIAL */
    /* C files and bitcode that are added after the rewriting and stay as they are. */
    const char *const *added;
    size_t nadded;
    /* The addresses of the functions and globals of another version (program_layout_text), or NULL.
     * Functions and globals of both versions get the same addresses, if all fit. */
    const char *layout;
    /* The folder of loaded programs (program_cache.h), which may be missing. NULL: no cache. */
    const char *cache;
} ProgramOptions;

/*
 * Compiles, links, optimises and decodes a program, or takes the result from the cache. Returns
 * NULL with one clear line in *error (caller frees) if something is wrong with the input. The
 * diagnostics of the compiler go to stderr unchanged.
 */
Program *program_load(const ProgramOptions *options, char **error);
/* The compiler's name, searched in PATH. */
#define COMPILER "clang-19"
/* Options of clang that make errors of programs older than C99 warnings. The last one is NULL. */
extern const char *const compiler_leniency[];
/* Macros for the compilation of sources. */
extern const char *const compiler_macros[];
/* Whether the headers of the kernel (linux/…, asm/…) are installed on this machine, and what to say
 * of a compilation that failed where they are not. */
bool kernel_headers_are_there(const char *resource_dir);
extern const char kernel_headers_hint[];
/* Compiles, links and rewrites the program's own files, and writes the result to a file, as bitcode
 * or as `text`. False with one line in *error, as above. */
bool program_write_rewritten(const ProgramOptions *options, const char *path, bool text,
                             char **error);
/* Writes the bitcode in an object to a file as one module. Like a shared library, the module gives
 * way to other definitions of the same symbols. False with one line in *error (caller frees). */
bool program_join_library(const char *file, const char *path, char **error);
/* Sets the initial value of a global variable of the program's own: `size` bytes. False if it has
 * no variable of that name and size. */
bool program_set_global(Program *p, const char *name, const void *value, size_t size);
/* Returns the addresses of a program's functions and globals, as text for ProgramOptions.layout of
 * another version. The caller frees it. */
char *program_layout_text(const Program *p);
/* Returns the global variable of this name, or NULL. */
const Global *program_global_named(const Program *p, const char *name);
/* Returns a hash of the initial state of a thread: the initial values of thread-local variables,
 * and their addresses. */
uint64_t program_thread_image(const Program *p);
void program_free(Program *p);

/* Whether the function is one of libc or the runtime with a row that has all of these promises. */
bool function_keeps(const Function *f, Traits promises);
/* Whether a function or global variable is called so; one of a plugin is NAME@FILE. */
static inline bool symbol_is_named(const char *symbol, const char *name) {
    size_t n = strlen(name);
    return !strncmp(symbol, name, n) && (!symbol[n] || symbol[n] == '@');
}
/* Returns the address of the function or global variable with this name for other modules, or 0. */
uint64_t program_symbol(const Program *p, const char *name);
/* Returns a hash of the names that program_symbol knows where the program asks for one by dlsym, so
 * that the answers may differ between versions of equal code; 0: it does not. */
uint64_t program_names_sum(const Program *p);
/* Returns the function at this address, or NULL. */
const Function *program_function_at(const Program *p, uint64_t address);
/* Returns the global that contains `address` (or the nearest before, within its red zone), or
 * NULL. */
const Global *program_global_at(const Program *p, uint64_t address);
/* Whether code of the program can create a thread. */
bool program_makes_threads(const Program *p);
/*
 * executed.c: computes which instructions were executed, as 1 or 0 at out[Function.first_insn + k];
 * `out` has p->ninsns bytes. `cover` has two bytes per instruction: bit 0 says that a conditional
 * branch was not taken, or was taken. COVER_EXECUTED in the first byte marks where a function was
 * entered other than by a direct call, and where a switch led. Only the program's own functions are
 * considered. Instructions behind a call count as executed if the call was, whether it returned or
 * not.
 */
/* Counts the sides of branches that were taken, in the program's own functions. */
uint64_t program_branches_covered(const Program *p, const uint8_t *cover);
#define COVER_EXECUTED 2
void program_executed(const Program *p, const uint8_t *cover, uint8_t *out);
/* Fuses pairs of instructions (see opcodes.h) in the final code of a function. */
void fuse_instructions(Insn *code, uint32_t len);
/* Writes the text of the code of one function, or of all (NULL), for debugging and tests. False if
 * there is no such function. */
bool program_dump(const Program *p, const char *function, void *file);

#endif
