/*
 * internal.h — what the files of this room share: the LLVM module being decoded and the tables under
 * construction. Not for other rooms.
 */
#ifndef HEDDLE_PROGRAM_INTERNAL_H
#define HEDDLE_PROGRAM_INTERNAL_H

#include "program/program.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* A map from LLVM's pointers to numbers; 0 is "absent". */
typedef struct PtrMap {
    const void **key;
    uint64_t *value;
    size_t cap, len;
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
    PtrMap function_index; /* LLVM function -> index + 1 */
    PtrMap global_address; /* LLVM global -> address */
    PtrMap global_tls;     /* LLVM thread-local global -> offset + 1 */
    PtrMap loc_index;      /* debug location -> index */
    PtrMap own;            /* functions and globals of the program's own sources */
    VEC(Loc) locs;
    VEC(SwitchTable) switches;
    VEC(const char *) messages;
    char *error; /* the first thing found wrong, or NULL */
} Loader;

/* Records the first error of a load. */
void loader_error(Loader *l, const char *format, ...) PRINTF_LIKE(2, 3);

/* frontend.c: compile, link with libc and the runtime, optimise. Sets l->module or l->error. */
void frontend_build(Loader *l);

/* layout.c: addresses of functions and globals, initial memory image. */
void layout_program(Loader *l);
/* The number that a scalar constant stands for; `high` gets bits 64.. (may be NULL). False with an error set
 * where it is no number known before execution. */
bool constant_value(Loader *l, LLVMValueRef v, uint64_t *low, uint64_t *high);

/* decode.c: all functions with a body. */
void decode_functions(Loader *l);
uint32_t loader_loc(Loader *l, LLVMValueRef instruction);

/* Virtual code: what decode.c writes and allocate.c turns into final code. */
typedef struct VInsn {
    uint16_t op, sub;
    uint32_t d, a, b, c;   /* virtual registers, or 0 */
    uint64_t imm;
    uint32_t target;       /* block of a branch */
    uint32_t list, nd, nu; /* LIST: registers in VFunction.list: nd definitions, then nu uses */
    uint32_t loc;
} VInsn;

typedef struct VBlock {
    uint32_t first, len; /* instructions */
    uint32_t code;       /* final index of the first instruction */
    uint32_t next;       /* the block that control falls through to is the next in order where needed */
    VEC(uint32_t) successors;
} VBlock;

typedef struct VFunction {
    VEC(VInsn) code;
    VEC(uint32_t) list;
    VEC(VBlock) blocks;
    VEC(uint32_t) order;  /* of blocks in the final code */
    uint32_t nvregs;      /* registers are 1..nvregs-1 */
    uint32_t nparams;     /* virtual registers 1..nparams are the parameters */
    uint32_t first_switch;
    bool returns_twice;   /* calls setjmp: a register must keep its value whatever runs in between */
} VFunction;

/* allocate.c: coalesces copies, assigns registers, lays out the code of `f`. */
void allocate_registers(Loader *l, VFunction *v, Function *f);

#endif
