/*
 * shapes.c — the members and elements of global variables, by debug information, as texts
 * (program/shape.h): so a place in one is told as `pool.slot[2].lock`. Units leave them for the
 * module that they are linked into.
 */
#include "program/front_end/loader.h"
#include "program/shape.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

static const char list_name[] = "heddle.shapes";

/* DWARF's tags of types. */
enum { TAG_ARRAY = 0x01, TAG_STRUCTURE = 0x13, TAG_TYPEDEF = 0x16, TAG_UNION = 0x17 };
enum { TAG_MEMBER = 0x0d, TAG_CONST = 0x26, TAG_VOLATILE = 0x35, TAG_ATOMIC = 0x47 };

#define MOST_DEPTH 8
#define MOST_TEXT 16384 /* of one variable; of a larger one only the name is told */
#define VARIABLE_TYPE 3 /* operand of a variable */

static unsigned tag_of(LLVMValueRef type) {
    return type && LLVMIsAMDNode(type) ? LLVMGetDINodeTag(LLVMValueAsMetadata(type)) : 0;
}

static uint64_t size_in_bytes(LLVMValueRef type) {
    return LLVMDITypeGetSizeInBits(LLVMValueAsMetadata(type)) / 8;
}

/* An object of a library is one thing for those who use it. */
static bool is_opaque(LLVMValueRef type) {
    static const char *const prefixes[] = {"pthread_", "sem_t", "mtx_t",
                                           "cnd_t",    "FILE",  "once_flag"};
    size_t n;
    const char *name = LLVMDITypeGetName(LLVMValueAsMetadata(type), &n);
    for (size_t k = 0; k < ARRAY_LEN(prefixes); k++)
        if (n >= strlen(prefixes[k]) && !strncmp(name, prefixes[k], strlen(prefixes[k])))
            return true;
    return false;
}

/* The type without its other names. NULL: nothing is told of what is in it. */
static LLVMValueRef underlying(LLVMValueRef type) {
    for (int k = 0; k < 32; k++) {
        unsigned tag = tag_of(type);
        if (tag == TAG_TYPEDEF && is_opaque(type)) return NULL;
        if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE && tag != TAG_ATOMIC)
            return type;
        type = metadata_operand(type, TYPE_BASE);
    }
    return NULL;
}

static void write_type(StrBuf *b, LLVMValueRef type, int depth);

static void write_shape_members(StrBuf *b, LLVMValueRef type, int depth) {
    LLVMValueRef all = metadata_operand(type, TYPE_ELEMENTS);
    unsigned n = all && LLVMIsAMDNode(all) ? LLVMGetMDNodeNumOperands(all) : 0;
    str_addc(b, SHAPE_STRUCTURE);
    for (unsigned k = 0; k < n && b->len < MOST_TEXT; k++) {
        LLVMValueRef member = metadata_operand(all, k);
        if (tag_of(member) != TAG_MEMBER) continue;
        size_t length;
        const char *name = LLVMDITypeGetName(LLVMValueAsMetadata(member), &length);
        str_addf(b, "%llu:%.*s:",
                 (unsigned long long)LLVMDITypeGetOffsetInBits(LLVMValueAsMetadata(member)) / 8,
                 (int)length, name);
        write_type(b, metadata_operand(member, TYPE_BASE), depth + 1);
    }
    str_addc(b, SHAPE_END);
}

/* One of the dimensions of an array, and those behind it. */
static void write_shape_array(StrBuf *b, LLVMValueRef type, unsigned dimension, uint64_t size,
                              int depth) {
    LLVMValueRef all = metadata_operand(type, TYPE_ELEMENTS);
    unsigned n = all && LLVMIsAMDNode(all) ? LLVMGetMDNodeNumOperands(all) : 0;
    LLVMValueRef count =
        dimension < n ? metadata_operand(metadata_operand(all, dimension), 0) : NULL;
    if (dimension == n) {
        write_type(b, metadata_operand(type, TYPE_BASE), depth + 1);
        return;
    }
    uint64_t elements = count && LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : 0;
    if (!elements || elements > size) {
        str_addc(b, SHAPE_LEAF);
        return;
    }
    str_addf(b, "%c%llu:", SHAPE_ARRAY, (unsigned long long)(size / elements));
    write_shape_array(b, type, dimension + 1, size / elements, depth);
}

static void write_type(StrBuf *b, LLVMValueRef type, int depth) {
    type = depth < MOST_DEPTH ? underlying(type) : NULL;
    switch (tag_of(type)) {
    case TAG_STRUCTURE:
    case TAG_UNION: write_shape_members(b, type, depth); break;
    case TAG_ARRAY: write_shape_array(b, type, 0, size_in_bytes(type), depth); break;
    default: str_addc(b, SHAPE_LEAF);
    }
}

/* The debug information of a global variable, or NULL. */
static LLVMMetadataRef variable_of_global(const Loader *l, LLVMValueRef g) {
    size_t n = 0;
    unsigned kind = LLVMGetMDKindIDInContext(l->context, "dbg", 3);
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
    LLVMMetadataRef found = NULL;
    for (unsigned k = 0; k < n && !found; k++)
        if (LLVMValueMetadataEntriesGetKind(all, k) == kind)
            found = LLVMDIGlobalVariableExpressionGetVariable(
                LLVMValueMetadataEntriesGetMetadata(all, k));
    LLVMDisposeValueMetadataEntries(all);
    return found;
}

void shapes_note(Loader *l) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g)) {
        LLVMMetadataRef variable = LLVMIsDeclaration(g) ? NULL : variable_of_global(l, g);
        if (!variable) continue;
        StrBuf b = {0};
        LLVMValueRef node = LLVMMetadataAsValue(l->context, variable);
        write_type(&b, metadata_operand(node, VARIABLE_TYPE), 0);
        if (b.len > 1 && b.len < MOST_TEXT) {
            LLVMMetadataRef parts[] = {LLVMValueAsMetadata(g),
                                       LLVMMDStringInContext2(l->context, b.data, b.len)};
            LLVMAddNamedMetadataOperand(
                l->module, list_name,
                LLVMMetadataAsValue(l->context, LLVMMDNodeInContext2(l->context, parts, 2)));
        }
        vec_free(&b);
    }
}

void shapes_read(Loader *l) {
    unsigned n = LLVMGetNamedMetadataNumOperands(l->module, list_name);
    LLVMValueRef *all = xcalloc(n + 1, sizeof *all);
    LLVMGetNamedMetadataOperands(l->module, list_name, all);
    for (unsigned k = 0; k < n; k++) {
        unsigned length;
        LLVMValueRef g = metadata_operand(all[k], 0);
        const char *text = metadata_text(all[k], 1, &length);
        if (!g || !LLVMIsAGlobalVariable(g)) continue;
        char *copy = arena_alloc(l->program->arena, length + 1);
        memcpy(copy, text, length);
        copy[length] = 0;
        ptrmap_put(&l->shapes, g, (uintptr_t)copy);
    }
    free(all);
}
