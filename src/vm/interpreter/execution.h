/*
 * execution.h — how an instruction is carried out: the registers and frames of the thread at hand,
 * accesses to memory, choices of concrete values, and who executes which kind of instruction. Not
 * for other rooms.
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
    STEP_SYMBOLIC, /* completed or jumped, and the frame holds expressions now: continue in the slow
                      loop */
} StepResult;

/* Registers of a LIST instruction: its k-th use and definition. */
static inline unsigned use(const Insn *i, unsigned k) { return insn_slots(i)[i->d + k]; }
static inline unsigned def(const Insn *i, unsigned k) { return insn_slots(i)[k]; }

/* decisions.c: the constraints of the causal history of a thread: an array that the caller frees,
 * *n long. */
const Expr **causal_facts(Machine *m, int thread, size_t *n);
/* Whether the thread itself took the side of a branch on which the condition holds. */
bool thread_went(const Machine *m, int thread, const Expr *condition);

/* special.c: LIST operations and whatever the loops do not execute themselves. `t->pc` is at the
 * instruction. */
StepResult special_execute(Machine *m, Thread *t);
/* symbolic.c: an instruction of the loops with at least one symbolic operand. */
StepResult symbolic_execute(Machine *m, Thread *t);

/* access.c: loads and stores off the fast path. The value of a load is in m->loaded and
 * m->loaded_expr (NULL: concrete). Sizes 1..8. */
typedef enum Access { ACCESS_OK, ACCESS_STOP } Access;
Access access_load(Machine *m, Thread *t, uint64_t address, unsigned size);
Access access_store(Machine *m, Thread *t, uint64_t address, unsigned size, uint64_t value,
                    const Expr *expr);
/* The value of a visible load in m->loaded and m->loaded_expr becomes what whoever explores
 * says. */
void access_name_load(Machine *m, Thread *t, unsigned size);
/* The same without visibility and logging (the operation itself is the event). */
Access access_load_raw(Machine *m, Thread *t, uint64_t address, unsigned size);
Access access_store_raw(Machine *m, Thread *t, uint64_t address, unsigned size, uint64_t value,
                        const Expr *expr);
/* Resolves a symbolic address to one base that is concrete or an offset within one object; see
 * access.c. */
Access access_load_symbolic(Machine *m, Thread *t, const Expr *address, unsigned size);
Access access_store_symbolic(Machine *m, Thread *t, const Expr *address, unsigned size,
                             uint64_t value, const Expr *expr);
/* Whether the end of an object with visible bytes has to be an event first: true, with the
 * operation proposed. */
bool access_ends_visibly(Machine *m, Thread *t, uint64_t address, uint64_t size);
/* Whether the thread may execute this operation, which was chosen; asked once for each. */
bool access_granted(Thread *t, OperationKind kind, uint64_t address, uint64_t extent);
/* An access to what is not there: the end of the object may be unordered with it, and then the
 * other order is possible, too. */
void access_vague(Machine *m, Thread *t, uint64_t address, bool write);
/* A piece of a system call depends on other pieces, not on accesses: it must not touch what those
 * see as events. Looked at only in builds that check the door (range.h). */
#ifdef HEDDLE_VERIFY_DOOR
void access_check_piece(const Machine *m, const Thread *t, uint64_t address, uint64_t size);
#else
#define access_check_piece(m, t, address, size) (void)0
#endif
/* Tells an invalid access as a finding. */
void access_fault(Machine *m, Thread *t, uint64_t address, uint64_t size, bool write);
/* Of memory that was just handed out, visible bytes are not plain. */
void access_fresh(Machine *m, uint64_t address, uint64_t size);
/* A store to memory some of which was never written, where nothing else is special about it; false:
 * something is, and nothing was done. */
bool access_store_fresh(Machine *m, uint64_t address, unsigned size, uint64_t value);
/* Bytes that count as written from now on, as far as they did not. */
void access_define(Machine *m, uint64_t address, uint64_t size);
/* A byte as it reads, whatever it holds. */
const Expr *access_byte(Machine *m, uint64_t address);
/* Recomputes the plain bits of a range from validity, symbolic bytes and the visible set. */
void access_refresh(Machine *m, uint64_t address, uint64_t size);
/* Picks one concrete value for an expression: each value is a branch. False: the thread stopped for
 * a decision. */
bool concretise(Machine *m, Thread *t, const Expr *e, uint64_t *value);
/* The same, but other values are dropped and the run becomes incomplete. */
uint64_t concretise_once(Machine *m, Thread *t, const Expr *e, const char *why);

/* frames.c */
/* Whether no register that may still be read holds an expression: the top frame, which is at `pc`,
 * goes on without any. */
bool frame_settles(Machine *m, Thread *t, const Insn *pc);
bool frame_enter(Machine *m, Thread *t, const Function *f, const Insn *call); /* false: fault */
void frame_leave(Machine *m, Thread *t); /* pops; saves the caller's registers */
void frame_save(Machine *m, Thread *t, uint32_t index);
/* The beginning of a variable in a frame whose memory begins at `memory`. */
void frame_begin_object(Machine *m, uint64_t memory, const StackObject *o);
uint64_t frame_allocate(Machine *m, Thread *t, uint64_t size, uint64_t align);
/* The same for memory that a function asks for besides its variables, with room around it. */
uint64_t frame_allocate_more(Machine *m, Thread *t, uint64_t size, uint64_t align);

static inline uint64_t *frame_regs(const Thread *t) { return t->regs + t->frames[t->top].base; }
static inline const Expr **frame_sym(const Thread *t) { return t->sym + t->frames[t->top].base; }
/* Readies the top frame to hold expressions. */
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
/* The lifetime of a thread's local and thread-local variables ends with it. STOP: that has to be
 * an event first. */
StepResult machine_end_objects(Machine *m, Thread *t);

/* heap.c */
uint64_t
heap_allocate(Machine *m, Thread *t, uint64_t size,
              uint64_t align); /* 0: there is no more, or the thread stopped at a limit of ours */
bool heap_free(Machine *m, Thread *t, uint64_t address); /* false: fault */
/* The block that contains `address` or lies nearest around it, or NULL; the owner's slot in
 * *owner. */
Block *heap_block_at(const Machine *m, uint64_t address, int *owner);

/* The block that begins next behind `address` in the same region, or NULL. */
Block *heap_block_after(const Machine *m, uint64_t address);

/* special.c: memcpy, memmove and memset (`set`) as an instruction whose first operands they are.
 * *to: the first one. */
StepResult memory_function(Machine *m, Thread *t, const Insn *i, bool set, uint64_t *to);
/* builtins.c */
StepResult builtin_execute(Machine *m, Thread *t, const Insn *i);
/* Ends the LIST instruction that `t` is at: its first result and the next instruction. */
void complete(Machine *m, Thread *t, uint64_t result);
/* host.c: the real files that the program sees, by their paths in its view: 0 or -errno; the bytes
 * that `data` is set to; the name of an entry of a folder, NULL after the last. */
void host_free(Machine *m);
int64_t host_stat(Machine *m, const char *path,
                  uint64_t out[6] /* see struct __heddle_host_file */);
int64_t host_read(Machine *m, const char *path, uint64_t offset, const uint8_t **data,
                  uint64_t size);
const char *host_entry(Machine *m, const char *path, uint64_t number);
/* syscall_names.c: "read" for 0; NULL where the number is no system call's. */
const char *syscall_name(uint64_t number);
/* syscall.c: the result, or STOP with an operation proposed or a fault told. */
/* The thread is about to end the process; `value` (may be NULL): the status, where that is
 * symbolic. */
void syscall_exit(Machine *m, Thread *t, int32_t status, const Expr *value);
StepResult syscall_execute(Machine *m, Thread *t, uint64_t number, const uint64_t *args,
                           int64_t *result);
/* The concrete value of a register: each possible value a branch. False: stopped. */
bool concrete_reg(Machine *m, Thread *t, unsigned r, uint64_t *value);

#endif
