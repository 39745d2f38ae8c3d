/*
 * debug_variables.c — what a debugger needs of the program's own variables: where each one is while
 * its function runs, and its type. Written as lines of text, which src/debug reads; the format is
 * in program/debug_text.h.
 *
 * A variable that became registers has registers of its own besides, which each assignment writes,
 * and which keep it to the function's end. So nothing of the program's memory is in another place
 * than without a debugger.
 */
#include "program/decode/decoder.h"
#include "program/debug_text.h"
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>

/* Operands of nodes of enumerators and functions. */
enum { ENUMERATOR_NAME = 0, FUNCTION_NAME = 2 };

/* --- types ------------------------------------------------------------------------------------ */

static unsigned type_number(Loader *l, LLVMValueRef type);

/* Returns the number behind `key` in the text of a node, 0 if there is none. */
static int64_t printed_number(LLVMValueRef node, const char *key) {
    char *text = LLVMPrintValueToString(node), *at = strstr(text, key);
    int64_t n = at ? strtoll(at + strlen(key), NULL, 10) : 0;
    LLVMDisposeMessage(text);
    return n;
}

/* Returns the kind of a basic type. */
static char basic_kind(LLVMValueRef type) {
    static const struct {
        const char *encoding;
        char kind;
    } kinds[] = {{"DW_ATE_signed_char", DEBUG_CHAR}, {"DW_ATE_unsigned_char", DEBUG_BYTE},
                 {"DW_ATE_signed", DEBUG_SIGNED},    {"DW_ATE_boolean", DEBUG_BOOL},
                 {"DW_ATE_float", DEBUG_FLOAT},      {"DW_ATE_complex", DEBUG_OPAQUE}};
    char *text = LLVMPrintValueToString(type), kind = DEBUG_UNSIGNED;
    for (size_t k = 0; k < ARRAY_LEN(kinds); k++)
        if (strstr(text, kinds[k].encoding)) {
            kind = kinds[k].kind;
            break;
        }
    LLVMDisposeMessage(text);
    return kind;
}

static void put_name(StrBuf *out, const char *name, size_t length) {
    str_addf(out, "\t%.*s\n", (int)length, name);
}

static void write_members(Loader *l, LLVMValueRef type, StrBuf *out) {
    LLVMValueRef all = metadata_operand(type, TYPE_ELEMENTS), member;
    for (unsigned k = 0; (member = metadata_operand(all, k)); k++) {
        LLVMMetadataRef md = LLVMValueAsMetadata(member);
        if (LLVMGetMetadataKind(md) != LLVMDIDerivedTypeMetadataKind) continue;
        unsigned number = type_number(l, metadata_operand(member, TYPE_BASE));
        size_t length = 0;
        const char *name = LLVMDITypeGetName(md, &length);
        str_addf(out, "M\t%llu\t%llu\t%u\t%d", (unsigned long long)LLVMDITypeGetOffsetInBits(md),
                 (unsigned long long)LLVMDITypeGetSizeInBits(md), number,
                 !!(LLVMDITypeGetFlags(md) & LLVMDIFlagBitField));
        put_name(out, name, length);
    }
}

static void write_enumerators(LLVMValueRef type, StrBuf *out) {
    LLVMValueRef all = metadata_operand(type, TYPE_ELEMENTS), e;
    for (unsigned k = 0; (e = metadata_operand(all, k)); k++) {
        if (LLVMGetMetadataKind(LLVMValueAsMetadata(e)) != LLVMDIEnumeratorMetadataKind) continue;
        unsigned length;
        const char *name = metadata_text(e, ENUMERATOR_NAME, &length);
        str_addf(out, "E\t%lld", (long long)printed_number(e, "value: "));
        put_name(out, name, length);
    }
}

static void add_type(Loader *l, unsigned number, char kind, uint64_t bits, unsigned target,
                     uint64_t count, const char *name, size_t length) {
    str_addf(&l->debug, "T\t%u\t%c\t%llu\t%u\t%llu", number, kind, (unsigned long long)bits, target,
             (unsigned long long)count);
    put_name(&l->debug, name, length);
}

/* Writes an array; each dimension but the first is a type of its own. */
static void write_array(Loader *l, LLVMValueRef type, unsigned number, uint64_t bits) {
    unsigned element = type_number(l, metadata_operand(type, TYPE_BASE)), dimensions = 0;
    while (metadata_operand(metadata_operand(type, TYPE_ELEMENTS), dimensions)) dimensions++;
    uint64_t element_bits = bits;
    for (unsigned k = 0; k < dimensions; k++) element_bits /= MAX(debug_array_count(type, k), 1);
    for (unsigned k = dimensions; k-- > 1;) {
        element_bits *= MAX(debug_array_count(type, k), 1);
        unsigned inner = ++l->debug_types;
        add_type(l, inner, DEBUG_ARRAY, element_bits, element, debug_array_count(type, k), "", 0);
        element = inner;
    }
    add_type(l, number, DEBUG_ARRAY, bits, element, debug_array_count(type, 0), "", 0);
}

static void write_composite(Loader *l, LLVMValueRef type, unsigned number, unsigned tag) {
    LLVMMetadataRef md = LLVMValueAsMetadata(type);
    uint64_t bits = LLVMDITypeGetSizeInBits(md);
    size_t length = 0;
    const char *name = LLVMDITypeGetName(md, &length);
    if (tag == TAG_ARRAY) {
        write_array(l, type, number, bits);
        return;
    }
    StrBuf inside = {0};
    unsigned base = 0;
    if (tag == TAG_ENUM) {
        base = type_number(l, metadata_operand(type, TYPE_BASE));
        write_enumerators(type, &inside);
    } else {
        write_members(l, type, &inside);
    }
    add_type(l, number,
             tag == TAG_ENUM     ? DEBUG_ENUM
             : tag == TAG_UNION  ? DEBUG_UNION
             : tag == TAG_STRUCT ? DEBUG_STRUCT
                                 : DEBUG_OPAQUE,
             bits, base, 0, name, length);
    if (inside.len) str_add(&l->debug, inside.data);
    vec_free(&inside);
}

static void write_derived(Loader *l, LLVMValueRef type, unsigned number, unsigned tag) {
    LLVMMetadataRef md = LLVMValueAsMetadata(type);
    size_t length = 0;
    const char *name = LLVMDITypeGetName(md, &length);
    unsigned target = type_number(l, metadata_operand(type, TYPE_BASE));
    uint64_t bits = LLVMDITypeGetSizeInBits(md);
    /* const, volatile and the like are as the type itself. */
    add_type(l, number, tag == TAG_POINTER ? DEBUG_POINTER : DEBUG_ALIAS,
             tag == TAG_POINTER && !bits ? 64 : bits, target, tag == TAG_TYPEDEF, name, length);
}

/* Returns the number of a type; 0: void. Its lines are written when it is met first. */
static unsigned type_number(Loader *l, LLVMValueRef type) {
    if (!type || !LLVMIsAMDNode(type)) return 0;
    LLVMMetadataRef md = LLVMValueAsMetadata(type);
    unsigned known = (unsigned)ptrmap_get(&l->debug_type, md);
    if (known) return known;
    unsigned number = ++l->debug_types;
    ptrmap_put(&l->debug_type, md, number);
    size_t length = 0;
    unsigned tag = LLVMGetDINodeTag(md);
    switch (LLVMGetMetadataKind(md)) {
    case LLVMDIBasicTypeMetadataKind: {
        const char *name = LLVMDITypeGetName(md, &length);
        add_type(l, number, basic_kind(type), LLVMDITypeGetSizeInBits(md), 0, 0, name, length);
        break;
    }
    case LLVMDICompositeTypeMetadataKind: write_composite(l, type, number, tag); break;
    case LLVMDIDerivedTypeMetadataKind: write_derived(l, type, number, tag); break;
    case LLVMDISubroutineTypeMetadataKind:
        add_type(l, number, DEBUG_FUNCTION, 0, 0, 0, "", 0);
        break;
    default: add_type(l, number, DEBUG_OPAQUE, 0, 0, 0, "", 0);
    }
    return number;
}

/* --- variables of functions ------------------------------------------------------------------- */

/* Returns the value of a call's first operand, or NULL: none, or several. */
static LLVMValueRef described_value(LLVMValueRef call) {
    LLVMValueRef place = LLVMGetOperand(call, 0), value = NULL;
    if (!LLVMIsAMDNode(place) || LLVMGetMDNodeNumOperands(place) != 1) return NULL;
    LLVMGetMDNodeOperands(place, &value);
    return value && !LLVMIsUndef(value) && !LLVMIsPoison(value) ? value : NULL;
}

static DebugFragment read_fragment(LLVMValueRef expression) {
    char *text = LLVMPrintValueToString(expression), *at = strstr(text, "DIExpression(");
    DebugFragment f = {.understood = at != NULL};
    if (at) at += strlen("DIExpression(");
    if (at && starts(at, "DW_OP_deref")) {
        f.indirect = true;
        at += strlen("DW_OP_deref");
        if (starts(at, ", ")) at += 2;
    }
    unsigned long long offset, size;
    if (at && sscanf(at, "DW_OP_LLVM_fragment, %llu, %llu", &offset, &size) == 2) {
        f.offset = offset;
        f.size = size;
    } else if (at && *at != ')') {
        f.understood = false;
    }
    LLVMDisposeMessage(text);
    return f;
}

static DebugFragment fragment_of(Decoder *d, LLVMValueRef expression) {
    LLVMMetadataRef md = LLVMValueAsMetadata(expression);
    uint64_t known = ptrmap_get(&d->l->debug_fragment, md);
    if (!known) {
        vec_push(&d->fragments, read_fragment(expression));
        known = d->fragments.len;
        ptrmap_put(&d->l->debug_fragment, md, known);
    }
    return d->fragments.data[known - 1];
}

/* Returns where this part of a variable is kept, which may be new. */
static DebugPart *part_of(Decoder *d, LLVMValueRef variable, DebugFragment f, bool address,
                          unsigned registers) {
    LLVMMetadataRef md = LLVMValueAsMetadata(variable);
    for (size_t k = 0; k < d->parts.len; k++) {
        DebugPart *p = &d->parts.data[k];
        if (p->variable == md && p->offset == f.offset && p->size == f.size &&
            p->address == address && p->registers == registers)
            return p;
    }
    DebugPart p = {.variable = md,
                   .offset = f.offset,
                   .size = f.size,
                   .address = address,
                   .registers = registers,
                   .first = d->v.nvregs};
    /* The first one says whether the others hold the variable's value. */
    d->v.nvregs += registers + 1;
    for (unsigned k = 0; k <= registers; k++) vec_push(&d->v.kept, p.first + k);
    vec_push(&d->parts, p);
    return &vec_last(&d->parts);
}

/* Notes a part that a call describes, before the code of its function is written. */
static void note_part(Decoder *d, LLVMValueRef call) {
    LLVMValueRef value = described_value(call), variable = LLVMGetOperand(call, 1);
    DebugFragment f = fragment_of(d, LLVMGetOperand(call, 2));
    if (!value || !f.understood) return;
    bool address = is_debug_call(call, "declare") || f.indirect;
    part_of(d, variable, f, address, address ? 1 : type_registers(LLVMTypeOf(value)));
}

void begin_debug_variables(Decoder *d) {
    d->parts.len = d->v.kept.len = 0;
    if (!d->l->options->debug_information || d->out->library) return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(d->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_debug_call(i, NULL) && LLVMGetNumArgOperands(i) == 3) note_part(d, i);
    for (size_t k = 0; k < d->parts.len; k++) emit(d, OP_MOVI, d->parts.data[k].first, 0, 0, 0);
}

bool decode_debug_call(Decoder *d, LLVMValueRef i) {
    if (!is_debug_call(i, NULL)) return false;
    if (!d->parts.len || LLVMGetNumArgOperands(i) != 3) return true;
    LLVMValueRef value = described_value(i), variable = LLVMGetOperand(i, 1);
    LLVMMetadataRef md = LLVMValueAsMetadata(variable);
    DebugFragment f = fragment_of(d, LLVMGetOperand(i, 2));
    bool address = is_debug_call(i, "declare") || f.indirect;
    /* What the variable was before is over. */
    for (size_t k = 0; k < d->parts.len; k++) {
        const DebugPart *p = &d->parts.data[k];
        if (p->variable == md &&
            (!f.size || !p->size ||
             (p->offset < f.offset + f.size && f.offset < p->offset + p->size)))
            emit(d, OP_MOVI, p->first, 0, 0, 0);
    }
    if (!value || !f.understood) return true;
    unsigned n = address ? 1 : type_registers(LLVMTypeOf(value));
    const DebugPart p = *part_of(d, variable, f, address, n);
    for (unsigned k = 0; k < n; k++) emit(d, OP_MOV, p.first + 1 + k, reg_of(d, value, k), 0, 0);
    emit(d, OP_MOVI, p.first, 0, 0, 1);
    return true;
}

/* Writes a variable of the function, and its parts. */
static void write_variable(Decoder *d, LLVMMetadataRef variable) {
    LLVMValueRef node = LLVMMetadataAsValue(d->l->context, variable);
    unsigned length, function = (unsigned)(d->out - d->l->program->functions);
    const char *name = metadata_text(node, VARIABLE_NAME, &length);
    unsigned type = type_number(d->l, metadata_operand(node, VARIABLE_TYPE));
    str_addf(&d->l->debug, "V\t%u\t%u\t%u", function, LLVMDIVariableGetLine(variable), type);
    put_name(&d->l->debug, name, length);
    for (size_t k = 0; k < d->parts.len; k++) {
        const DebugPart *p = &d->parts.data[k];
        if (p->variable != variable) continue;
        str_addf(&d->l->debug, "P\t%llu\t%llu\t%d", (unsigned long long)p->offset,
                 (unsigned long long)p->size, p->address);
        for (unsigned r = 0; r <= p->registers; r++)
            str_addf(&d->l->debug, "\t%u", d->v.color[p->first + r]);
        str_addc(&d->l->debug, '\n');
    }
}

void end_debug_variables(Decoder *d) {
    for (size_t k = 0; k < d->parts.len; k++) {
        bool first = true;
        for (size_t j = 0; j < k; j++)
            first &= d->parts.data[j].variable != d->parts.data[k].variable;
        if (first) write_variable(d, d->parts.data[k].variable);
    }
}

/* --- global variables ------------------------------------------------------------------------- */

static void write_global(Loader *l, LLVMValueRef g, LLVMMetadataRef variable) {
    LLVMValueRef node = LLVMMetadataAsValue(l->context, variable),
                 scope = metadata_operand(node, VARIABLE_SCOPE);
    unsigned length;
    const char *name = metadata_text(node, VARIABLE_NAME, &length), *function = "";
    unsigned type = type_number(l, metadata_operand(node, VARIABLE_TYPE));
    uint64_t local = ptrmap_get(&l->global_tls, g),
             address = local ? local - 1 : ptrmap_get(&l->global_address, g);
    LLVMMetadataRef within = scope ? LLVMValueAsMetadata(scope) : NULL;
    unsigned function_length = 0;
    if (within && LLVMGetMetadataKind(within) == LLVMDISubprogramMetadataKind)
        function = metadata_text(scope, FUNCTION_NAME, &function_length);
    if (!local && !address) return;
    str_addf(&l->debug, "G\t%llu\t%d\t%u\t%.*s", (unsigned long long)address, local != 0, type,
             (int)function_length, function);
    put_name(&l->debug, name, length);
}

void begin_debug_information(Loader *l) {
    if (!l->options->debug_information) return;
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g)) {
        LLVMMetadataRef variable;
        if (!ptrmap_get(&l->own, g)) continue;
        for (unsigned k = 0; (variable = global_debug_node(l, g, k)); k++)
            write_global(l, g, variable);
    }
}
