/*
 * debug_location.c — the source places of instructions, from LLVM's debug information.
 */
#include "program/decode/decoder.h"
#include <llvm-c/DebugInfo.h>

/*
 * Returns the file of a scope as named from the current folder. Builds compile in many folders and
 * record the folder beside the name. Files below the current folder get a relative name.
 */
const char *location_file(Loader *l, LLVMMetadataRef scope) {
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    if (!file) return "";
    unsigned n = 0, folder_len = 0;
    const char *name = LLVMDIFileGetFilename(file, &n),
               *folder = LLVMDIFileGetDirectory(file, &folder_len);
    size_t here = strlen(l->folder);
    bool join = n && name[0] != '/' && folder_len && folder[0] == '/' &&
                (folder_len != here || memcmp(folder, l->folder, here) != 0);
    char *whole = arena_alloc(l->program->arena, (join ? folder_len + 1 : 0) + n + 1), *at = whole;
    if (join) {
        memcpy(at, folder, folder_len);
        at[folder_len] = '/';
        at += folder_len + 1;
    }
    if (n) memcpy(at, name, n);
    return join && !strncmp(whole, l->folder, here) && whole[here] == '/' ? whole + here + 1
                                                                          : whole;
}

uint32_t function_location(Loader *l, LLVMValueRef fn, const char *name) {
    LLVMMetadataRef sub = LLVMGetSubprogram(fn);
    Loc here = {.file = location_file(l, sub),
                .function = name,
                .line = sub ? LLVMDISubprogramGetLine(sub) : 0};
    vec_push(&l->locs, here);
    return (uint32_t)l->locs.len - 1;
}

uint32_t location_index(Loader *l, LLVMMetadataRef where, const char *function) {
    uint64_t found = ptrmap_get(&l->loc_index, where);
    if (found) return (uint32_t)found;
    LLVMMetadataRef scope = LLVMDILocationGetScope(where),
                    outer = LLVMDILocationGetInlinedAt(where);
    Loc loc = {.line = LLVMDILocationGetLine(where), .column = LLVMDILocationGetColumn(where)};
    uint64_t file = ptrmap_get(&l->loc_index, scope);
    loc.file = file ? l->locs.data[file].file : location_file(l, scope);
    loc.inlined_at = outer ? location_index(l, outer, function) : 0;
    loc.function = function;
    loc.member = members_at(l, where);
    if (outer) {
        /* The name of an inlined function is in its subprogram's metadata, which is accessible only
         * through its operands. */
        LLVMMetadataRef s = scope;
        for (int depth = 0;
             s && LLVMGetMetadataKind(s) != LLVMDISubprogramMetadataKind && depth < 64; depth++) {
            LLVMValueRef v = LLVMMetadataAsValue(l->context, s);
            s = LLVMGetNumOperands(v) > 1 && LLVMGetOperand(v, 1)
                    ? LLVMValueAsMetadata(LLVMGetOperand(v, 1))
                    : NULL;
        }
        if (s) {
            LLVMValueRef v = LLVMMetadataAsValue(l->context, s);
            unsigned n = 0;
            if (LLVMGetNumOperands(v) > 2 && LLVMGetOperand(v, 2) &&
                LLVMIsAMDString(LLVMGetOperand(v, 2))) {
                const char *text = LLVMGetMDString(LLVMGetOperand(v, 2), &n);
                char *copy = arena_alloc(l->program->arena, n + 1);
                memcpy(copy, text, n);
                loc.function = copy;
            }
        }
    }
    vec_push(&l->locs, loc);
    uint32_t index = (uint32_t)l->locs.len - 1;
    ptrmap_put(&l->loc_index, where, index);
    if (!file) ptrmap_put(&l->loc_index, scope, index);
    return index;
}
