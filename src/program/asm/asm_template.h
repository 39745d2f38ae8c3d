/*
 * asm_template.h — inline assembly as data: the template of one asm statement with its constraints,
 * parsed into instructions and operands. Nothing here depends on LLVM or on the meaning of
 * instructions (asm_lower.c).
 *
 * Registers have numbers: 0 to 15 are the machine's general ones. ASM_OPERAND + k is the register
 * given to operand k, of which nothing is known but that it differs from the others. ASM_XMM + k is
 * the vector register k.
 */
#ifndef HEDDLE_PROGRAM_ASM_ASM_TEMPLATE_H
#define HEDDLE_PROGRAM_ASM_ASM_TEMPLATE_H

#include "base/base.h"

enum {
    ASM_OPERAND = 16,
    ASM_OPERANDS_MAX = 30,
    ASM_XMM = ASM_OPERAND + ASM_OPERANDS_MAX,
    ASM_REGISTERS = ASM_XMM + 16
};
/* In the machine's order of numbers. */
enum {
    ASM_RAX,
    ASM_RCX,
    ASM_RDX,
    ASM_RBX,
    ASM_RSP,
    ASM_RBP,
    ASM_RSI,
    ASM_RDI,
    ASM_R8,
    ASM_R9,
    ASM_R10
};
enum { ASM_NO_REGISTER = -1 };

/* Conditions, by the machine's numbers: each odd one is the opposite of the one before. */
typedef enum AsmCondition {
    ASM_CC_O,
    ASM_CC_NO,
    ASM_CC_B,
    ASM_CC_AE,
    ASM_CC_E,
    ASM_CC_NE,
    ASM_CC_BE,
    ASM_CC_A,
    ASM_CC_S,
    ASM_CC_NS,
    ASM_CC_P,
    ASM_CC_NP,
    ASM_CC_L,
    ASM_CC_GE,
    ASM_CC_LE,
    ASM_CC_G,
    ASM_CC_NONE = -1
} AsmCondition;

/* An operand of the statement. */
typedef struct AsmOperand {
    bool output;
    bool indirect;     /* the statement gets a pointer to it */
    bool memory;       /* it is in memory: the template gets its address */
    bool constant;     /* an immediate is allowed; a given one is held in a register */
    bool vector;       /* its register is one of the vector registers */
    bool label;        /* a label of C that the template may jump to */
    int tied;          /* for an input: the output whose place it shares, or -1 */
    int reg;           /* its register */
    AsmCondition flag; /* for an output: the condition it receives, or ASM_CC_NONE */
} AsmOperand;

typedef enum AsmArgumentKind {
    ASM_ARGUMENT_REGISTER,
    ASM_ARGUMENT_NUMBER,
    ASM_ARGUMENT_MEMORY,  /* operand `operand`, which is in memory, plus `number` */
    ASM_ARGUMENT_ADDRESS, /* number + base + index * scale */
    ASM_ARGUMENT_LABEL,   /* a label of the template, or that of C that is operand `operand` */
    ASM_ARGUMENT_THREAD   /* "%fs:0": the address that identifies the thread */
} AsmArgumentKind;

/* An argument of an instruction. */
typedef struct AsmArgument {
    AsmArgumentKind kind;
    int operand;   /* the statement's operand that it was written as; ASM_NO_REGISTER: none */
    int reg;       /* of ASM_ARGUMENT_REGISTER */
    unsigned bits; /* its width as written; 0: by the operand's type */
    bool high;     /* bits 8 to 15 */
    bool back;     /* of a label: the last one with this number, not the next one */
    int64_t number;
    int base, index; /* registers or ASM_NO_REGISTER */
    unsigned scale;
} AsmArgument;

typedef enum AsmRepeat { ASM_ONCE, ASM_REPEAT, ASM_REPEAT_NOT_EQUAL } AsmRepeat;

enum { ASM_ARGUMENTS_MAX = 3, ASM_BYTES_MAX = 8 };
#define ASM_NAMED_LABEL (1ll << 62)
typedef struct AsmInstruction {
    char name[20]; /* as written; "" for bytes of code */
    bool lock;
    AsmRepeat repeat;
    AsmArgument arguments[ASM_ARGUMENTS_MAX]; /* in AT&T's order: the destination comes last */
    unsigned narguments;
    uint8_t bytes[ASM_BYTES_MAX]; /* of `.byte` */
    unsigned nbytes;
    bool is_label; /* a label, with its number in `label` */
    int64_t label; /* of one with a name: at least ASM_NAMED_LABEL */
} AsmInstruction;

typedef struct AsmTemplate {
    AsmOperand operands[ASM_OPERANDS_MAX];
    unsigned noperands;
    VEC(AsmInstruction) instructions;
} AsmTemplate;

/*
 * Parses a template (AT&T syntax, in LLVM's notation: `$0`, `${1:b}`, `$$`) and its constraints
 * (also LLVM's). False if something in it is unknown; *t is to be freed in any case.
 */
bool asm_template_parse(const char *text, const char *constraints, AsmTemplate *t);
void asm_template_free(AsmTemplate *t);
/* Returns the condition that a suffix such as "nz" names, or ASM_CC_NONE. */
AsmCondition asm_condition(const char *suffix);

#endif
