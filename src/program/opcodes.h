/*
 * opcodes.h — the instruction set of the compact register bytecode, as one table.
 *
 * A register holds 64 bits; a value of w bits is kept zero-extended. The fields of an instruction
 * are d, a, b (registers) and imm. The flags say which fields are registers that are read: A, B, D
 * for a read of field d, I for a register number in imm. W says that d is written. LIST operations
 * are followed by slots of register numbers: d definitions, then a uses.
 *
 * OP(name, flags)  computes registers from registers and memory; has the promises of F_COMPUTES
 * DO(name, flags)  does more: the flags say which promises hold; calls of the engine and
 *                  sub-operations have traits in tables of their own
 */
#include "program/traits.h"

#define F_A 1
#define F_B 2
#define F_D 4
#define F_I 8
#define F_W 16
#define F_LIST 32   /* registers in the slots that follow */
#define F_BRANCH 64 /* high half of imm: signed distance to the target in instructions */
#define F_END 128   /* control does not fall through */
/* Promises, as in traits.h. */
#define F_REGISTERS 256  /* changes nothing but registers */
#define F_ANY_THREAD 512 /* does the same whichever thread executes it */
#define F_COMPUTES (F_REGISTERS | F_ANY_THREAD)

/* The rest is tables, formatted by hand. */
// clang-format off
#define OPS_WIDTHS(OP, name, flags) \
    OP(name##8, flags) OP(name##16, flags) OP(name##32, flags) OP(name##64, flags)
#define OPS_RR_RI(OP, name) OPS_WIDTHS(OP, name, F_A | F_B | F_W) OPS_WIDTHS(OP, name##I, F_A | F_W)

#define PREDICATES(P) \
    P(EQ) P(NE) P(ULT) P(ULE) P(UGT) P(UGE) P(SLT8) P(SLT16) P(SLT32) P(SLT64) P(SLE8) P(SLE16) \
    P(SLE32) P(SLE64) \
    P(SGT8) P(SGT16) P(SGT32) P(SGT64) P(SGE8) P(SGE16) P(SGE32) P(SGE64)

#define OPCODES(OP, DO) \
    OP(MOV, F_A | F_W) \
    OP(MOVI, F_W) \
    OPS_RR_RI(OP, ADD) OPS_RR_RI(OP, SUB) OPS_RR_RI(OP, MUL) OPS_RR_RI(OP, SHL) \
    OPS_RR_RI(OP, LSHR) OPS_RR_RI(OP, ASHR) OPS_RR_RI(OP, UDIV) OPS_RR_RI(OP, SDIV) \
    OPS_RR_RI(OP, UREM) OPS_RR_RI(OP, SREM) OP(AND, F_A | F_B | F_W) OP(OR, F_A | F_B | F_W) \
    OP(XOR, F_A | F_B | F_W) OP(ANDI, F_A | F_W) OP(ORI, F_A | F_W) OP(XORI, F_A | F_W) \
    OP(TRUNC8, F_A | F_W) OP(TRUNC16, F_A | F_W) OP(TRUNC32, F_A | F_W) \
    /* sign extension from the low (imm & 255) bits to (imm >> 8) bits */ \
    OP(SEXT8_16, F_A | F_W) OP(SEXT8_32, F_A | F_W) OP(SEXT8_64, F_A | F_W) \
    OP(SEXT16_32, F_A | F_W) OP(SEXT16_64, F_A | F_W) OP(SEXT32_64, F_A | F_W) \
    OP(SEXTN, F_A | F_W) OP(ROTLI32, F_A | F_W) OP(ROTLI64, F_A | F_W) \
    OP(GUARD, F_A | F_B | F_W) /* d = b ? uninitialised value number b : a */ \
    OP(SELECT, F_A | F_B | F_I | F_W) /* d = a ? b : r[imm] */ \
    OP(LEA, F_A | F_B | F_W)          /* d = a + b * (int32)imm + (int32)(imm >> 32) */ \
    OPS_WIDTHS(OP, LOAD, F_A | F_W)   /* d = [a + imm] */ \
    OPS_WIDTHS(OP, LOADX, F_A | F_B | F_W) \
    OPS_WIDTHS(DO, STORE, F_ANY_THREAD | F_A | F_B) /* [a + imm] = b */ \
    OPS_WIDTHS(DO, STOREX, F_ANY_THREAD | F_A | F_B | F_D) \
    OP(JMP, F_BRANCH | F_END) \
    OP(BR, F_A | F_BRANCH)  /* a != 0: jump, else fall through */ \
    OP(BRZ, F_A | F_BRANCH) /* a == 0: jump */ \
    OP(SWITCH, F_A | F_END) /* imm: index of a switch table */ \
    OP(FADD32, F_A | F_B | F_W) OP(FSUB32, F_A | F_B | F_W) OP(FMUL32, F_A | F_B | F_W) \
    OP(FDIV32, F_A | F_B | F_W) \
    OP(FADD64, F_A | F_B | F_W) OP(FSUB64, F_A | F_B | F_W) OP(FMUL64, F_A | F_B | F_W) \
    OP(FDIV64, F_A | F_B | F_W) \
    OP(FCMP32, F_A | F_B | F_W) OP(FCMP64, F_A | F_B | F_W) \
    /* imm: LLVM's predicate, three bits of outcome */ \
    OP(FNEG32, F_A | F_W) OP(FNEG64, F_A | F_W) \
    OP(FEXT, F_A | F_W) OP(FTRUNC, F_A | F_W) \
    OP(SITOF32, F_A | F_W) OP(SITOF64, F_A | F_W) OP(UITOF32, F_A | F_W) OP(UITOF64, F_A | F_W) \
    /* imm: bits */ \
    OP(F32TOSI, F_A | F_W) OP(F64TOSI, F_A | F_W) OP(F32TOUI, F_A | F_W) OP(F64TOUI, F_A | F_W) \
    /* imm: bits */ \
    DO(CALL, F_LIST) /* imm: function index */ \
    OP(RET, F_END) \
    OP(RETV, F_A | F_END) \
    OP(RETN, F_LIST | F_END) \
    DO(TLSADDR, F_REGISTERS | F_W) \
    DO(STACKADDR, F_REGISTERS | F_W) /* d = address of the frame's memory + imm */ \
    /* Executed outside the loops, by special_execute; b is a sub-operation. */ \
    DO(CALLI, F_LIST)   /* uses[0] is the address */ \
    DO(BUILTIN, F_LIST) /* b: Builtin; an engine operation */ \
    OP(WIDE, F_LIST)    /* b: WideOp on 128-bit integers */ \
    OP(FLOAT80, F_LIST) /* b: Float80Op */ \
    DO(MISC, F_LIST)    /* b: MiscOp */ \
    DO(ATOMIC, F_ANY_THREAD | F_LIST)  /* b: AtomicOp | bytes << 8 */ \
    OP(OVERFLOW, F_LIST) /* b: OverflowOp | width << 8: a signed-overflow check */ \
    DO(MISSING, F_LIST | F_END) /* imm: index of a message that names what is not supported */ \
    OP(UNREACHABLE, F_END) \
    DO(SLOTS, 0) /* register numbers of the preceding instruction */

#define CMP_OP(p) OP(C##p, F_A | F_B | F_W) OP(C##p##I, F_A | F_W)
#define CBR_OP(p) \
    OP(B##p, F_A | F_B | F_BRANCH) OP(B##p##I, F_A | F_BRANCH) /* …I: imm, sign-extended */

/*
 * Superinstructions. The first of two instructions gets a fused number, and the second stays in
 * place. So jumps to the second and slow exits between the two remain valid. The value that the
 * first computes for the second is forwarded. FUSED(name, first, second)
 */
#define FUSE_ADD_BRANCH(p) \
    FUSED(ADDI64_B##p, ADDI64, B##p) FUSED(ADDI64_B##p##I, ADDI64, B##p##I) \
    FUSED(ADDI32_B##p, ADDI32, B##p) FUSED(ADDI32_B##p##I, ADDI32, B##p##I)
#define FUSE_LOAD_BRANCH(p) \
    FUSED(LOAD8_B##p##I, LOAD8, B##p##I) FUSED(LOADX8_B##p##I, LOADX8, B##p##I) \
    FUSED(LOAD32_B##p##I, LOAD32, B##p##I) FUSED(LOADX32_B##p##I, LOADX32, B##p##I) \
    FUSED(LOAD64_B##p##I, LOAD64, B##p##I)
#define FUSE_ARITH \
    FUSED(MUL32_ADD32, MUL32, ADD32) FUSED(MUL64_ADD64, MUL64, ADD64) \
    FUSED(LOADX32_ADD32, LOADX32, ADD32) FUSED(LOADX32_MUL32, LOADX32, MUL32) \
    FUSED(LOADX32_ADD64, LOADX32, ADD64) FUSED(ADD32_XOR, ADD32, XOR) FUSED(XOR_XOR, XOR, XOR) \
    FUSED(ROTLI32_XOR, ROTLI32, XOR) FUSED(AND_XOR, AND, XOR) FUSED(XOR_AND, XOR, AND) \
    FUSED(ADD32_ADD32, ADD32, ADD32) FUSED(ADDI64_MOV, ADDI64, MOV) FUSED(LEA_MOV, LEA, MOV) \
    FUSED(MOV_JMP, MOV, JMP) FUSED(ADDI64_JMP, ADDI64, JMP) FUSED(LOAD64_MOV, LOAD64, MOV)
#define FUSE_ADDRESS \
    FUSED(LEA_LOADX8, LEA, LOADX8) FUSED(LEA_LOADX16, LEA, LOADX16) \
    FUSED(LEA_LOADX32, LEA, LOADX32) FUSED(LEA_LOADX64, LEA, LOADX64) \
    FUSED(SEXT32_64_LOADX8, SEXT32_64, LOADX8) FUSED(SEXT32_64_LOADX32, SEXT32_64, LOADX32) \
    FUSED(SEXT32_64_LOADX64, SEXT32_64, LOADX64)
#define FUSE_MEMORY \
    FUSED(LOAD64_LOAD8, LOAD64, LOAD8) FUSED(LOAD64_LOAD32, LOAD64, LOAD32) \
    FUSED(LOAD64_LOAD64, LOAD64, LOAD64) \
    FUSED(LOAD64_ADDI64, LOAD64, ADDI64) FUSED(LOAD32_ADDI32, LOAD32, ADDI32) \
    FUSED(LOAD64_SWITCH, LOAD64, SWITCH) \
    FUSED(LOADX8_SWITCH, LOADX8, SWITCH) FUSED(LOAD8_SWITCH, LOAD8, SWITCH) \
    FUSED(LOAD32_SWITCH, LOAD32, SWITCH) \
    FUSED(LOADX32_SWITCH, LOADX32, SWITCH) \
    FUSED(ADDI64_STORE64, ADDI64, STORE64) FUSED(ADDI32_STORE32, ADDI32, STORE32) \
    FUSED(ADD64_STORE64, ADD64, STORE64) \
    FUSED(ADD32_STORE32, ADD32, STORE32) FUSED(MOVI_STORE32, MOVI, STORE32) \
    FUSED(MOVI_STORE64, MOVI, STORE64)
/* Three at once: a byte behind a pointer in memory decides a branch. */
#define FUSE_SCAN(p) FUSED(SCAN_B##p##I, LOAD64, B##p##I)
#define FUSED_ALL \
    PREDICATES(FUSE_SCAN) FUSE_MEMORY PREDICATES(FUSE_ADD_BRANCH) PREDICATES(FUSE_LOAD_BRANCH) \
    FUSE_ARITH FUSE_ADDRESS

typedef enum Opcode {
#define OP(name, flags) OP_##name,
    OPCODES(OP, OP) PREDICATES(CMP_OP) PREDICATES(CBR_OP)
#undef OP
        OP_COUNT,
    FUSED_BASE = OP_COUNT - 1,
#define FUSED(name, first, second) FUSED_##name,
    FUSED_ALL
#undef FUSED
        FUSED_END,
    FUSED_SCAN_LAST = OP_COUNT + 21 /* the scans come first, one per predicate */
} Opcode;

/* 128-bit integer operations: uses a.lo a.hi b.lo b.hi, definitions lo hi (or one for
 * comparisons). */
#define WIDE_OPS(W) \
    W(ADD) W(SUB) W(MUL) W(UDIV) W(SDIV) W(UREM) W(SREM) W(AND) W(OR) W(XOR) W(SHL) W(LSHR) \
    W(ASHR) W(EQ) W(NE) \
    W(ULT) W(ULE) W(SLT) W(SLE) W(SEXT) /* lo = use 0 with imm bits */ \
    W(TRUNC) /* to imm bits, both halves */
typedef enum WideOp {
#define W(n) WIDE_##n,
    WIDE_OPS(W)
#undef W
} WideOp;

/* 80-bit floating point: a value is two registers, of 64 and 16 bits. */
#define FLOAT80_OPS(X) \
    X(ADD) X(SUB) X(MUL) X(DIV) X(REM) X(NEG) X(CMP) X(FROM32) X(FROM64) X(TO32) X(TO64) X(FROMSI) \
    X(FROMUI) X(TOSI) X(TOUI) X(FABS) X(SQRT) X(FLOOR) X(CEIL) X(TRUNC) X(RINT) X(COPYSIGN) X(FMA) \
    X(MIN) X(MAX)
typedef enum Float80Op {
#define X(n) FLOAT80_##n,
    FLOAT80_OPS(X)
#undef X
} Float80Op;

/* C(name): computes values from values, and nothing else. M(name, traits): see traits.h. */
#define MISC_COMPUTES(C) \
    C(FREM32) C(FREM64) C(FABS32) C(FABS64) C(SQRT32) C(SQRT64) C(FLOOR32) C(FLOOR64) C(CEIL32) \
    C(CEIL64) C(FTRUNC32) C(FTRUNC64) C(RINT32) C(RINT64) C(ROUND32) C(ROUND64) C(COPYSIGN32) \
    C(COPYSIGN64) C(FMA32) C(FMA64) C(FMIN32) C(FMIN64) C(FMAX32) C(FMAX64) C(LRINT32) C(LRINT64) \
    C(BSWAP) C(BITREVERSE) C(CTPOP) C(CTLZ) C(CTTZ) C(FSHL) C(FSHR) C(UMIN) C(UMAX) C(SMIN) \
    C(SMAX) C(ABS) C(UADDO) C(SADDO) C(USUBO) C(SSUBO) C(UMULO) C(SMULO) C(UADDSAT) C(SADDSAT) \
    C(USUBSAT) C(SSUBSAT) C(FPCLASS32) C(FPCLASS64) C(I128TOF) C(U128TOF) C(FTOI128) C(FTOU128)
#define MISC_OPS(M) \
    M(MEMCPY, ANY_THREAD) \
    M(MEMMOVE, ANY_THREAD) \
    M(MEMSET, ANY_THREAD) \
    M(VASTART, 0) \
    M(VACOPY, 0) \
    M(STACKSAVE, 0) \
    M(STACKRESTORE, ANY_THREAD) \
    M(ALLOCA, 0) \
    M(FRAMEADDR, REGISTERS_ONLY) \
    M(INDIRECTBR, 0) \
    M(READCYCLE, REGISTERS_ONLY | SHOWS_TIME) \
    M(TRAP, ANY_THREAD | NO_RETURN) \
    M(BYVAL, 0) \
    M(ODDLOAD, REGISTERS_ONLY | ANY_THREAD) \
    M(ODDSTORE, ANY_THREAD)
typedef enum MiscOp {
#define C(name) MISC_##name,
#define M(name, traits) MISC_##name,
    MISC_COMPUTES(C) MISC_OPS(M)
#undef C
#undef M
} MiscOp;

/* imm: the memory order, by LLVM's numbers, and from bit 4 on the order of a failing
 * compare-and-exchange. With ATOMIC_WEAK the exchange may fail spuriously. */
#define ATOMIC_WEAK 256u
enum {
    ORDER_RELAXED = 2,
    ORDER_ACQUIRE = 4,
    ORDER_RELEASE = 5,
    ORDER_BOTH = 6,
    ORDER_SEQUENTIAL = 7
};
/* Unordered accesses, which C does not have, count as relaxed. */
static inline bool order_acquires(unsigned order) {
    return order >= ORDER_ACQUIRE && order != ORDER_RELEASE;
}
static inline bool order_releases(unsigned order) { return order >= ORDER_RELEASE; }
typedef enum AtomicOp {
    ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_CMPXCHG, ATOMIC_FENCE,
    ATOMIC_XCHG, ATOMIC_ADD, ATOMIC_SUB, ATOMIC_AND, ATOMIC_NAND, ATOMIC_OR, ATOMIC_XOR, ATOMIC_MAX,
    ATOMIC_MIN,
    ATOMIC_UMAX, ATOMIC_UMIN, ATOMIC_FADD, ATOMIC_FSUB
} AtomicOp;
