/*
 * sequentialize_build.c — what several steps of the transformation write into the module: calls of
 * the runtime, texts, and places in the source.
 */
#include "analysis/sequentialize_internal.h"
#include <string.h>

static LLVMValueRef runtime(Rewriter *r, const char *name, LLVMTypeRef type) {
    LLVMValueRef f = LLVMGetNamedFunction(r->module, name);
    return f ? f : LLVMAddFunction(r->module, name, type);
}

LLVMValueRef seq_build_call(Rewriter *r, const char *name, LLVMTypeRef result,
                            LLVMValueRef *arguments, unsigned n) {
    LLVMTypeRef types[16];
    for (unsigned k = 0; k < n; k++) types[k] = LLVMTypeOf(arguments[k]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, 0);
    return LLVMBuildCall2(r->builder, type, runtime(r, name, type), arguments, n, "");
}

LLVMValueRef seq_text(Rewriter *r, const char *s, size_t len) {
    for (size_t k = r->texts.len; k-- > 0;)
        if (r->texts.data[k].len == len && !memcmp(r->texts.data[k].text, s, len))
            return r->texts.data[k].global;
    LLVMValueRef value = LLVMConstStringInContext2(r->context, s, len, 0),
                 g = LLVMAddGlobal(r->module, LLVMTypeOf(value), "heddle_seq_text");
    LLVMSetInitializer(g, value);
    LLVMSetGlobalConstant(g, 1);
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    Text t = {xcalloc(1, len + 1), len, g};
    memcpy((char *)(uintptr_t)t.text, s, len);
    vec_push(&r->texts, t);
    return g;
}

static bool is_same_site(const Site *a, const Site *b) {
    return a->file == b->file && a->function == b->function && a->line == b->line &&
           a->column == b->column;
}

LLVMValueRef seq_site_of(Rewriter *r, LLVMValueRef i) {
    unsigned len = 0, line = LLVMGetDebugLocLine(i), column = LLVMGetDebugLocColumn(i);
    const char *file = LLVMGetDebugLocFilename(i, &len);
    size_t n;
    const char *function = LLVMGetValueName2(r->function, &n);
    Site s = {seq_text(r, file ? file : "", file ? len : 0), seq_text(r, function, n), line,
              column};
    /* Neighbours often have the same place. */
    size_t known = r->sites.len;
    if (known && is_same_site(&r->sites.data[known - 1], &s))
        return seq_int_constant(r->i32, known - 1);
    vec_push(&r->sites, s);
    return seq_int_constant(r->i32, known);
}
