/*
 * members.c — the member of a structure that an access in the sources goes to, or whose lock a call
 * takes, by its source place.
 * LLVM's code has the structure and the number of the element, debug information has the name. It
 * is noted before optimisation, while each access still goes through the member's own address
 * computation.
 */
#include "program/front_end/loader.h"
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdlib.h>

/* A structure or union of debug information, by name. */
typedef struct Composite {
    const char *name;
    size_t length;
    LLVMMetadataRef type;
    bool alias; /* without a tag; the name is that of a typedef */
} Composite;

typedef struct Members {
    Loader *l;
    LLVMTargetDataRef layout; /* of the module */
    PtrMap seen;              /* visited nodes of metadata */
    VEC(LLVMValueRef) open;
    VEC(Composite) composites; /* sorted by name once all are known */
} Members;

/* --- types ------------------------------------------------------------------------------------ */

static LLVMMetadataKind metadata_kind(LLVMValueRef node) {
    return node ? LLVMGetMetadataKind(LLVMValueAsMetadata(node)) : LLVMMDStringMetadataKind;
}

static void note_type(Members *m, LLVMValueRef node) {
    LLVMMetadataRef type = LLVMValueAsMetadata(node);
    Composite c = {.type = type};
    c.name = LLVMDITypeGetName(type, &c.length);
    if (!c.length) return;
    if (metadata_kind(node) == LLVMDIDerivedTypeMetadataKind) {
        LLVMValueRef base = metadata_operand(node, TYPE_BASE);
        size_t length = 1;
        if (metadata_kind(base) == LLVMDICompositeTypeMetadataKind)
            LLVMDITypeGetName(LLVMValueAsMetadata(base), &length);
        if (length) return;
        c.type = LLVMValueAsMetadata(base);
        c.alias = true;
    }
    vec_push(&m->composites, c);
}

static void visit_metadata(Members *m, LLVMValueRef node) {
    if (!node || !LLVMIsAMDNode(node)) return;
    LLVMMetadataRef md = LLVMValueAsMetadata(node);
    if (ptrmap_get(&m->seen, md)) return;
    ptrmap_put(&m->seen, md, 1);
    vec_push(&m->open, node);
}

/* Visits all open nodes and the nodes they refer to. */
static void drain(Members *m) {
    while (m->open.len) {
        LLVMValueRef node = vec_pop(&m->open);
        LLVMMetadataKind kind = metadata_kind(node);
        if (kind == LLVMDICompositeTypeMetadataKind || kind == LLVMDIDerivedTypeMetadataKind)
            note_type(m, node);
        unsigned n = LLVMGetMDNodeNumOperands(node);
        LLVMValueRef *all = xcalloc(n + 1, sizeof *all);
        LLVMGetMDNodeOperands(node, all);
        for (unsigned k = 0; k < n; k++) visit_metadata(m, all[k]);
        free(all);
    }
}

static int compare_composites(const void *a, const void *b) {
    const Composite *x = a, *y = b;
    int order = memcmp(x->name, y->name, MIN(x->length, y->length));
    return order ? order : x->length < y->length ? -1 : x->length > y->length;
}

/* After this, variables appear in calls of `llvm.dbg.declare`. */
static void collect_types(Members *m) {
    LLVMModuleRef module = m->l->module;
    unsigned units;
    LLVMValueRef *unit = metadata_list(module, "llvm.dbg.cu", &units);
    for (unsigned k = 0; k < units; k++) visit_metadata(m, unit[k]);
    free(unit);
    bool records = LLVMIsNewDbgInfoFormat(module);
    if (records) LLVMSetIsNewDbgInfoFormat(module, false);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        LLVMMetadataRef sub = LLVMGetSubprogram(f);
        if (sub) visit_metadata(m, LLVMMetadataAsValue(m->l->context, sub));
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
                size_t n = 0;
                const char *name = called ? LLVMGetValueName2(called, &n) : "";
                if (n > 9 && !strncmp(name, "llvm.dbg.", 9) && LLVMGetNumArgOperands(i) > 1)
                    visit_metadata(m, LLVMGetOperand(i, 1));
            }
    }
    if (records) LLVMSetIsNewDbgInfoFormat(module, true);
    drain(m);
    if (m->composites.len)
        qsort(m->composites.data, m->composites.len, sizeof *m->composites.data,
              compare_composites);
}

/* --- members ---------------------------------------------------------------------------------- */

/* Returns the name of the member of `c` that begins at this offset in bits, or NULL. */
static const char *member_at(const Members *m, const Composite *c, uint64_t bits, size_t *length) {
    LLVMValueRef elements =
        metadata_operand(LLVMMetadataAsValue(m->l->context, c->type), TYPE_ELEMENTS);
    if (!elements || !LLVMIsAMDNode(elements)) return NULL;
    unsigned n = LLVMGetMDNodeNumOperands(elements);
    LLVMValueRef *all = xcalloc(n + 1, sizeof *all);
    LLVMGetMDNodeOperands(elements, all);
    const char *found = NULL;
    for (unsigned k = 0; k < n && !found; k++) {
        if (metadata_kind(all[k]) != LLVMDIDerivedTypeMetadataKind) continue;
        LLVMMetadataRef member = LLVMValueAsMetadata(all[k]);
        if (LLVMDITypeGetOffsetInBits(member) != bits) continue;
        found = LLVMDITypeGetName(member, length);
        if (!*length) found = NULL;
    }
    free(all);
    return found;
}

/* Returns "struct list.head" for an element of a structure, allocated with the program, or NULL if
 * it has no name. */
static const char *element_name(const Members *m, LLVMTypeRef type, unsigned element) {
    const char *name = LLVMGetStructName(type);
    bool is_struct = name && !strncmp(name, "struct.", 7);
    if (!is_struct || element >= LLVMCountStructElementTypes(type)) return NULL;
    Composite key = {.name = name + 7};
    /* LLVM distinguishes types of one name by a number behind it. */
    const char *dot = strrchr(key.name, '.');
    key.length = dot && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1)
                     ? (size_t)(dot - key.name)
                     : strlen(key.name);
    uint64_t size = LLVMABISizeOfType(m->layout, type) * 8,
             offset = LLVMOffsetOfElement(m->layout, type, element) * 8;
    size_t low = 0, high = m->composites.len;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (compare_composites(&m->composites.data[mid], &key) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    for (; low < m->composites.len && !compare_composites(&m->composites.data[low], &key); low++) {
        const Composite *c = &m->composites.data[low];
        size_t length = 0;
        if (LLVMDITypeGetSizeInBits(c->type) != size) continue;
        const char *member = member_at(m, c, offset, &length);
        if (!member) continue;
        char *text = xasprintf("%s%.*s.%.*s", c->alias ? "" : "struct ", (int)key.length, key.name,
                               (int)length, member);
        const char *kept = arena_strdup(m->l->program->arena, text);
        free(text);
        return kept;
    }
    return NULL;
}

/* Returns the first member of a structure in a global. It has the structure's address, so that no
 * computation shows the access to it. */
static const char *first_member(const Members *m, LLVMValueRef pointer) {
    LLVMTypeRef type = LLVMIsAGlobalVariable(pointer) ? LLVMGlobalGetValueType(pointer) : NULL;
    const char *name = NULL;
    while (type && LLVMGetTypeKind(type) == LLVMStructTypeKind &&
           LLVMCountStructElementTypes(type)) {
        const char *here = element_name(m, type, 0);
        name = here ? here : name;
        type = LLVMStructGetTypeAtIndex(type, 0);
    }
    return name;
}

/* Returns the member that a pointer points to or into, by the innermost structure of the
 * computation. */
static const char *member_of(const Members *m, LLVMValueRef pointer) {
    for (int depth = 0; depth < 16; depth++) {
        bool computed =
            LLVMIsAGetElementPtrInst(pointer) ||
            (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr);
        if (!computed) return first_member(m, pointer);
        LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
        int n = LLVMGetNumOperands(pointer);
        const char *name = NULL;
        for (int k = 2; k < n; k++) {
            LLVMValueRef index = LLVMGetOperand(pointer, (unsigned)k);
            if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
                if (!LLVMIsAConstantInt(index)) return NULL;
                unsigned element = (unsigned)LLVMConstIntGetZExtValue(index);
                if (element >= LLVMCountStructElementTypes(type)) return NULL;
                const char *here = element_name(m, type, element);
                name = here ? here : name;
                type = LLVMStructGetTypeAtIndex(type, element);
            } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
                type = LLVMGetElementType(type);
            else
                return name;
        }
        if (name) return name;
        pointer = LLVMGetOperand(pointer, 0);
    }
    return NULL;
}

static uint64_t place_key(LLVMMetadataRef scope, unsigned line, unsigned column) {
    return hash_combine(hash_combine(hash_mix((uintptr_t)scope), line), column) | 1;
}

static uint64_t debug_place_key(LLVMMetadataRef where) {
    return place_key(LLVMDILocationGetScope(where), LLVMDILocationGetLine(where),
                     LLVMDILocationGetColumn(where));
}

/* Whether a function works on the synchronisation object that its first argument points to. */
static bool synchronises(LLVMValueRef function) {
    static const char *const prefixes[] = {"pthread_", "sem_", "mtx_", "cnd_"};
    size_t n = 0;
    const char *name = function ? LLVMGetValueName2(function, &n) : "";
    for (size_t k = 0; k < ARRAY_LEN(prefixes); k++)
        if (n && !strncmp(name, prefixes[k], strlen(prefixes[k]))) return true;
    return false;
}

/* Returns the address that an instruction accesses, or that of the object that it calls for. */
static LLVMValueRef accessed(LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMCall:
        return LLVMGetNumArgOperands(i) && synchronises(LLVMGetCalledValue(i))
                   ? LLVMGetOperand(i, 0)
                   : NULL;
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return LLVMGetOperand(i, 0);
    case LLVMStore: return LLVMGetOperand(i, 1);
    default: return NULL;
    }
}

void members_note(Loader *l) {
    Members m = {.l = l, .layout = LLVMGetModuleDataLayout(l->module)};
    collect_types(&m);
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f && m.composites.len;
         f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMValueRef pointer = accessed(i);
                LLVMMetadataRef where = pointer ? LLVMInstructionGetDebugLoc(i) : NULL;
                const char *name = where ? member_of(&m, pointer) : NULL;
                if (!name) continue;
                void *key = (void *)(uintptr_t)debug_place_key(where);
                const char *before = (const char *)(uintptr_t)ptrmap_get(&l->members, key);
                /* Two members at one place: neither is reported. */
                ptrmap_put(&l->members, key,
                           (uintptr_t)(before && strcmp(before, name) != 0 ? "" : name));
            }
    ptrmap_free(&m.seen);
    vec_free(&m.open);
    vec_free(&m.composites);
}

const char *members_at(const Loader *l, LLVMMetadataRef where) {
    const char *name =
        (const char *)(uintptr_t)ptrmap_get(&l->members, (void *)(uintptr_t)debug_place_key(where));
    return name && *name ? name : NULL;
}

/* --- members of units ------------------------------------------------------------------------- */

/* The module's list: a node of each scope with a text, lines "LINE COLUMN NAME". */
static const char list_name[] = "heddle.members";

typedef struct ScopeMembers {
    LLVMMetadataRef scope;
    StrBuf text;
} ScopeMembers;

typedef struct MemberLists {
    const Loader *l;
    PtrMap seen;  /* keys of places */
    PtrMap index; /* scope -> index into `all` + 1 */
    VEC(ScopeMembers) all;
} MemberLists;

static void write_member(MemberLists *m, LLVMMetadataRef where) {
    const char *name = members_at(m->l, where);
    void *key = (void *)(uintptr_t)debug_place_key(where);
    if (!name || ptrmap_get(&m->seen, key)) return;
    ptrmap_put(&m->seen, key, 1);
    LLVMMetadataRef scope = LLVMDILocationGetScope(where);
    uint64_t index = ptrmap_get(&m->index, scope);
    if (!index) {
        vec_push(&m->all, ((ScopeMembers){.scope = scope}));
        index = m->all.len;
        ptrmap_put(&m->index, scope, index);
    }
    str_addf(&m->all.data[index - 1].text, "%u %u %s\n", LLVMDILocationGetLine(where),
             LLVMDILocationGetColumn(where), name);
}

void members_write(Loader *l) {
    MemberLists m = {.l = l};
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMMetadataRef where = LLVMInstructionGetDebugLoc(i);
                if (where) write_member(&m, where);
            }
    for (size_t k = 0; k < m.all.len; k++) {
        ScopeMembers *s = &m.all.data[k];
        metadata_list_add(l, list_name, s->scope, &s->text);
        vec_free(&s->text);
    }
    ptrmap_free(&m.seen);
    ptrmap_free(&m.index);
    vec_free(&m.all);
}

static void read_members(Loader *l, LLVMMetadataRef scope, const char *text) {
    for (char *at; *text;) {
        unsigned line = (unsigned)strtoul(text, &at, 10), column = (unsigned)strtoul(at, &at, 10);
        at += *at == ' ';
        size_t n = strcspn(at, "\n");
        char *name = arena_alloc(l->program->arena, n + 1);
        memcpy(name, at, n);
        name[n] = 0;
        ptrmap_put(&l->members, (void *)(uintptr_t)place_key(scope, line, column), (uintptr_t)name);
        text = at + n + (at[n] == '\n');
    }
}

void members_read(Loader *l) {
    unsigned n;
    LLVMValueRef *all = metadata_list(l->module, list_name, &n);
    for (unsigned k = 0; k < n; k++) {
        unsigned length;
        LLVMValueRef scope = metadata_operand(all[k], 0);
        const char *text = metadata_text(all[k], 1, &length);
        char *copy = strndup(text, length);
        if (scope) read_members(l, LLVMValueAsMetadata(scope), copy);
        free(copy);
    }
    free(all);
}
