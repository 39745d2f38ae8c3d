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

#define MOST_DEPTH 8
#define MOST_TEXT 16384 /* of one variable; of a larger one only the name is told */

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
    LLVMValueRef list = metadata_operand(type, TYPE_ELEMENTS);
    unsigned n = list && LLVMIsAMDNode(list) ? LLVMGetMDNodeNumOperands(list) : 0;
    LLVMValueRef *all = xcalloc(n + 1, sizeof *all);
    if (n) LLVMGetMDNodeOperands(list, all);
    str_addc(b, SHAPE_STRUCTURE);
    for (unsigned k = 0; k < n && b->len < MOST_TEXT; k++) {
        LLVMValueRef member = all[k];
        if (tag_of(member) != TAG_MEMBER) continue;
        size_t length;
        const char *name = LLVMDITypeGetName(LLVMValueAsMetadata(member), &length);
        str_addf(b, "%llu:%.*s:",
                 (unsigned long long)LLVMDITypeGetOffsetInBits(LLVMValueAsMetadata(member)) / 8,
                 (int)length, name);
        write_type(b, metadata_operand(member, TYPE_BASE), depth + 1);
    }
    str_addc(b, SHAPE_END);
    free(all);
}

/* One of the dimensions of an array, and those behind it. */
static void write_shape_array(StrBuf *b, LLVMValueRef type, unsigned dimension, uint64_t size,
                              int depth) {
    if (!metadata_operand(metadata_operand(type, TYPE_ELEMENTS), dimension)) {
        write_type(b, metadata_operand(type, TYPE_BASE), depth + 1);
        return;
    }
    uint64_t elements = debug_array_count(type, dimension);
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
    case TAG_STRUCT:
    case TAG_UNION: write_shape_members(b, type, depth); break;
    case TAG_ARRAY: write_shape_array(b, type, 0, size_in_bytes(type), depth); break;
    default: str_addc(b, SHAPE_LEAF);
    }
}

void shapes_note(Loader *l) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g)) {
        LLVMMetadataRef variable = LLVMIsDeclaration(g) ? NULL : global_debug_node(l, g, 0);
        if (!variable) continue;
        StrBuf b = {0};
        LLVMValueRef node = LLVMMetadataAsValue(l->context, variable);
        write_type(&b, metadata_operand(node, VARIABLE_TYPE), 0);
        if (b.len > 1 && b.len < MOST_TEXT)
            metadata_list_add(l, list_name, LLVMValueAsMetadata(g), &b);
        vec_free(&b);
    }
}

void shapes_read(Loader *l) {
    unsigned n;
    LLVMValueRef *all = metadata_list(l->module, list_name, &n);
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
