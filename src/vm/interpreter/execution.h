/*
 * execution.h — execution of instructions: registers and frames of the current thread, accesses to
 * memory, choices of concrete values, and the functions for each kind of instruction. Not for other
 * rooms.
 */
#ifndef HEDDLE_VM_INTERPRETER_EXECUTION_H
#define HEDDLE_VM_INTERPRETER_EXECUTION_H

#include "vm/memory/access_log.h"
#include "vm/machine/machine.h"
#include "vm/memory/visible.h"

/* How an instruction ended. */
typedef enum StepResult {
    STEP_NEXT,     /* completed; the program counter was moved on */
    STEP_STOP,     /* the thread waits before a visible operation, or has ended; pc is at the
                      instruction */
    STEP_SYMBOLIC, /* completed or jumped, and the frame now holds expressions: continue in the slow
                      loop */
} StepResult;

/* Registers of a LIST instruction: its k-th use and definition. */
static inline unsigned use(const Insn *i, unsigned k) { return insn_slots(i)[i->d + k]; }
static inline unsigned def(const Insn *i, unsigned k) { return insn_slots(i)[k]; }

/* decisions.c: returns the constraints of the causal history of a thread (-1: of the whole path)
 * that share inputs with `about`, directly or through others: an array of *n that the caller frees.
 * What is asked about `about` does not depend on the rest of the path. */
const Expr **causal_facts(Machine *m, int thread, const Expr *about, size_t *n);
void connected_free(Machine *m);
/* Whether the thread itself took the side of a branch on which the condition holds. */
bool thread_went(const Machine *m, int thread, const Expr *condition);

/* special.c: executes a LIST instruction, or another one that the loops do not execute. `t->pc` is
 * at the instruction. */
StepResult special_execute(Machine *m, Thread *t);
/* symbolic.c: executes an instruction of the loops with at least one symbolic operand. */
StepResult symbolic_execute(Machine *m, Thread *t);

/* access.c: loads and stores off the fast path, of 1 to 8 bytes. The value of a load is in
 * m->loaded and m->loaded_expr (NULL: concrete). */
/* OUTSIDE: the address lies in no object, and the thread goes on. */
typedef enum Access { ACCESS_OK, ACCESS_STOP, ACCESS_OUTSIDE } Access;
Access access_load(Machine *m, Thread *t, uint64_t address, unsigned size);
/* Asks for a byte of memory that may have ended: the look depends on its end, and is no mistake. */
Access access_look(Machine *m, Thread *t, uint64_t address);
Access access_store(Machine *m, Thread *t, uint64_t address, unsigned size, uint64_t value,
                    const Expr *expr);
/* Replaces the value of a visible load, in m->loaded and m->loaded_expr, by the one that the
 * explorer gives. */
void access_name_load(Machine *m, Thread *t, unsigned size);
/* Loads and stores without visibility and logging: the operation itself is the event. */
Access access_load_raw(Machine *m, Thread *t, uint64_t address, unsigned size);
Access access_store_raw(Machine *m, Thread *t, uint64_t address, unsigned size, uint64_t value,
                        const Expr *expr);
/* Loads and stores at a symbolic address, which is resolved to a concrete one or to an offset
 * within one object; see symbolic_access.c. */
Access access_load_symbolic(Machine *m, Thread *t, const Expr *address, unsigned size);
Access access_store_symbolic(Machine *m, Thread *t, const Expr *address, unsigned size,
                             uint64_t value, const Expr *expr);
/* Whether the end of an object with visible bytes has to be an event first; then the operation is
 * proposed. */
bool access_ends_visibly(Machine *m, Thread *t, uint64_t address, uint64_t size);
/* Whether the thread may execute this operation, which was chosen. Each choice is granted once. */
bool access_granted(Thread *t, OperationKind kind, uint64_t address, uint64_t extent);
/* Logs an access to memory that does not exist. The end of the object may be unordered with the
 * access; then the other order is possible, too. */
void access_vague(Machine *m, Thread *t, uint64_t address, bool write);
/* Checks an access in a piece of a system call. A piece depends on other pieces, not on accesses,
 * so it must not touch bytes whose accesses are events. Only in builds that check the door
 * (range.h). */
#ifdef HEDDLE_VERIFY_DOOR
void access_check_piece(const Machine *m, const Thread *t, uint64_t address, uint64_t size);
#else
#define access_check_piece(m, t, address, size) (void)0
#endif
/* Reports an invalid access as a finding. */
void access_fault(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write);
/* Whether the thread goes on behind an invalid access: a read gives any value, a write is dropped.
 * Then it was reported (KEEP_GOING_ALL), or is only an assumption (behind_errors). */
bool access_goes_on(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write);
/* Clears the plain bits of visible bytes in memory that was just allocated. */
void access_fresh(Machine *m, uint64_t address, uint64_t size);
/* Stores to memory of which some bytes were never written, if it has no other peculiarity. False if
 * it has; then nothing was done. */
bool access_store_fresh(Machine *m, uint64_t address, unsigned size, uint64_t value);
/* Marks bytes as written that were not. */
void access_define(Machine *m, uint64_t address, uint64_t size);
/* Returns the value of a byte, whatever it holds. */
const Expr *access_byte(Machine *m, uint64_t address);
/* Recomputes the plain bits of a range from validity, symbolic bytes and the visible set. */
void access_refresh(Machine *m, uint64_t address, uint64_t size);
/* Chooses a concrete value for an expression; each value is a branch. False: the thread stopped for
 * a decision. */
bool concretise(Machine *m, Thread *t, const Expr *e, uint64_t *value);
/* Chooses one concrete value and drops the others, which makes the run incomplete for the reason
 * `why`. */
uint64_t concretise_once(Machine *m, Thread *t, const Expr *e, const char *why);

/* symbolic_range.c: a copy from one place to another, or a fill with one byte, of a symbolic number
 * of bytes. */
typedef struct LengthRange {
    uint64_t to, from;
    bool sets;
    const Expr *byte; /* if it sets: what every byte becomes, of width 8 */
    const Expr *length;
} LengthRange;
/* LENGTH_EACH: nothing was done, and each length has to be a branch. LENGTH_STOP: the thread
 * stopped for a decision, or at a fault. */
typedef enum LengthResult { LENGTH_DONE, LENGTH_EACH, LENGTH_STOP } LengthResult;
LengthResult range_of_length(Machine *m, Thread *t, LengthRange *r);

/* frames.c */
/* Whether no register that may still be read holds an expression. Then the top frame, which is at
 * `pc`, continues without expressions. */
bool frame_settles(Machine *m, Thread *t, const Insn *pc);
bool frame_enter(Machine *m, Thread *t, const Function *f, const Insn *call); /* false: fault */
void frame_leave(Machine *m, Thread *t); /* pops a frame; saves the caller's registers */
void frame_save(Machine *m, Thread *t, uint32_t index);
/* Begins the life of a variable in a frame whose memory begins at `memory`. */
void frame_begin_object(Machine *m, uint64_t memory, const StackObject *o);
uint64_t frame_allocate(Machine *m, Thread *t, uint64_t size, uint64_t align);
/* Allocates memory that a function asks for besides its variables, with gaps around it. */
uint64_t frame_allocate_more(Machine *m, Thread *t, uint64_t size, uint64_t align);

static inline uint64_t *frame_regs(const Thread *t) { return t->regs + t->frames[t->top].base; }
static inline const Expr **frame_sym(const Thread *t) { return t->sym + t->frames[t->top].base; }
/* Prepares the top frame for expressions. */
static inline void frame_make_symbolic(Thread *t) {
    Frame *f = &t->frames[t->top];
    if (f->symbolic) return;
    memset(t->sym + f->base, 0, f->function->nregs * sizeof(Expr *));
    f->symbolic = true;
}
static inline void set_reg(Thread *t, unsigned r, uint64_t value) {
    frame_regs(t)[r] = value;
    if (t->frames[t->top].symbolic) frame_sym(t)[r] = NULL;
}
/* A register expression is always 64 bits wide, zero-extended like the value it stands for. */
void set_reg_expr(Machine *m, Thread *t, unsigned r, const Expr *e);
static inline const Expr *reg_expr(const Thread *t, unsigned r) {
    return t->frames[t->top].symbolic ? frame_sym(t)[r] : NULL;
}
const Expr *reg_as_expr(Machine *m, const Thread *t, unsigned r);

/* slots.c */
void thread_free(const Machine *m, Thread *t);
/* Ends the lifetime of a thread's local and thread-local variables. STEP_STOP: the end has to be an
 * event first. */
StepResult machine_end_objects(Machine *m, Thread *t);

/* heap.c */
uint64_t heap_allocate(Machine *m, Thread *t, uint64_t size,
                       uint64_t align); /* 0: no memory is left, or the thread stopped at a limit */
bool heap_free(Machine *m, Thread *t, uint64_t address); /* false: fault */
/* The same where heap_block_at has found `b` and `owner` for the address. */
bool heap_free_block(Machine *m, Thread *t, uint64_t address, Block *b, int owner);
/* Returns the last block that begins at or before `address` in its region, or NULL; *owner is set
 * to the slot of the region's thread. */
Block *heap_block_at(const Machine *m, uint64_t address, int *owner);

/* Returns the first block that begins after `address` in its region, or NULL. */
Block *heap_block_after(const Machine *m, uint64_t address);

/* special.c: executes memcpy, memmove or memset (`set`) with the first operands of an instruction;
 * *to is set to the first one. */
StepResult memory_function(Machine *m, Thread *t, const Insn *i, bool set, uint64_t *to);
/* builtins.c */
StepResult builtin_execute(Machine *m, Thread *t, const Insn *i);
/* host.c: real files that the program sees, by their paths in its view. host_stat returns 0 or
 * -errno. host_read points *data to the bytes and returns their number, or -errno. host_entry
 * returns the name of an entry of a folder, NULL after the last. */
void host_free(Machine *m);
int64_t host_stat(Machine *m, const char *path,
                  uint64_t out[7] /* see struct __heddle_host_file */);
int64_t host_read(Machine *m, const char *path, uint64_t offset, const uint8_t **data,
                  uint64_t size);
const char *host_entry(Machine *m, const char *path, uint64_t number);
/* syscall_names.c: returns the name of a system call ("read" for 0), or NULL if there is none of
 * this number. */
const char *syscall_name(uint64_t number);
/* syscall.c: proposes the end of the process. `value` (may be NULL) is the status if it is
 * symbolic. */
void syscall_exit(Machine *m, Thread *t, int32_t status, const Expr *value);
/* Executes a system call; *result is its result. STEP_STOP: an operation was proposed, or a fault
 * was reported. */
StepResult syscall_execute(Machine *m, Thread *t, uint64_t number, const uint64_t *args,
                           int64_t *result);
/* Gets the concrete value of a register; each possible value is a branch. False: the thread
 * stopped. */
static inline bool concrete_reg(Machine *m, Thread *t, unsigned r, uint64_t *value) {
    const Expr *e = reg_expr(t, r);
    if (unlikely(e)) return concretise(m, t, e, value);
    *value = frame_regs(t)[r];
    return true;
}

#endif
