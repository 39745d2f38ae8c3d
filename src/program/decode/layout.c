/*
 * layout.c — addresses of functions and globals in the emulated address space, values of constants,
 * and the initial memory image.
 */
#include "program/layout_table.h"
#include "program/front_end/loader.h"
#include "program/shape.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define GLOBAL_RED_ZONE 64

static uint64_t function_address(Loader *l, LLVMValueRef f) {
    uint64_t i = ptrmap_get(&l->function_index, f);
    return i ? FUNCTION_BASE + (i - 1) * FUNCTION_STEP : 0;
}

/* Parses the printed form of 80-bit floats and 128-bit integers, which have no accessor in the C
 * interface. */
static bool parse_printed(Loader *l, LLVMValueRef v, uint64_t *low, uint64_t *high) {
    char *text = LLVMPrintValueToString(v);
    bool ok = false;
    const char *p = strchr(text, ' ');
    *low = *high = 0;
    if (p && !strncmp(p + 1, "0xK", 3)) {
        char digits[17] = {0};
        memcpy(digits, p + 4, 4);
        *high = strtoull(digits, NULL, 16);
        *low = strtoull(p + 8, NULL, 16);
        ok = true;
    } else if (p && !strncmp(p + 1, "0xL", 3)) {
        char digits[17] = {0};
        memcpy(digits, p + 4, 16);
        *low = strtoull(digits, NULL, 16);
        *high = strtoull(p + 20, NULL, 16);
        ok = true;
    } else if (p && (!strncmp(p + 1, "0xH", 3) || !strncmp(p + 1, "0xR", 3))) {
        *low = strtoull(p + 4, NULL, 16);
        ok = true;
    } else if (p && !strncmp(p + 1, "0x", 2)) {
        *low = strtoull(p + 1, NULL, 16);
        ok = true;
    } else if (p) {
        bool negative = p[1] == '-';
        u128 n = 0;
        for (const char *c = p + 1 + negative; *c >= '0' && *c <= '9'; c++)
            n = n * 10 + (u128)(*c - '0');
        if (negative) n = -n;
        *low = (uint64_t)n;
        *high = (uint64_t)(n >> 64);
        ok = true;
    }
    if (!ok) loader_error(l, "constant not understood: %.80s", text);
    LLVMDisposeMessage(text);
    return ok;
}

static bool constant_gep(Loader *l, LLVMValueRef v, uint64_t *out) {
    uint64_t address;
    if (!constant_value(l, LLVMGetOperand(v, 0), &address, NULL)) return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
    int n = LLVMGetNumOperands(v);
    for (int i = 1; i < n; i++) {
        uint64_t index, high;
        if (!constant_value(l, LLVMGetOperand(v, (unsigned)i), &index, &high)) return false;
        unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, (unsigned)i)));
        int64_t k = width < 64 ? (int64_t)(index << (64 - width)) >> (64 - width) : (int64_t)index;
        if (i == 1) {
            address += (uint64_t)k * LLVMABISizeOfType(l->layout, type);
            continue;
        }
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            address += LLVMOffsetOfElement(l->layout, type, (unsigned)k);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
        } else {
            type = LLVMGetElementType(type);
            address += (uint64_t)k * LLVMABISizeOfType(l->layout, type);
        }
    }
    *out = address;
    return true;
}

static uint64_t block_ordinal(LLVMBasicBlockRef wanted) {
    uint64_t n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(wanted)); b;
         b = LLVMGetNextBasicBlock(b), n++)
        if (b == wanted) return n;
    return 0;
}

static uint64_t mask_to(LLVMTypeRef type, uint64_t x) {
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return x;
    unsigned w = LLVMGetIntTypeWidth(type);
    return w < 64 ? x & ((1ull << w) - 1) : x;
}

static bool constant_float(Loader *l, LLVMValueRef v, uint64_t *low, uint64_t *high) {
    LLVMTypeKind k = LLVMGetTypeKind(LLVMTypeOf(v));
    if (k != LLVMFloatTypeKind && k != LLVMDoubleTypeKind) return parse_printed(l, v, low, high);
    LLVMBool loses;
    double d = LLVMConstRealGetDouble(v, &loses);
    if (d != d) {
        if (!parse_printed(l, v, low, high)) return false;
        memcpy(&d, low, 8);
    }
    if (k == LLVMFloatTypeKind) {
        float f = (float)d;
        uint32_t bits;
        memcpy(&bits, &f, 4);
        *low = bits;
    } else {
        memcpy(low, &d, 8);
    }
    return true;
}

static uint64_t folded(LLVMOpcode op, uint64_t a, uint64_t b) {
    switch (op) {
    case LLVMAdd: return a + b;
    case LLVMSub: return a - b;
    case LLVMMul: return a * b;
    case LLVMXor: return a ^ b;
    case LLVMAnd: return a & b;
    case LLVMOr: return a | b;
    case LLVMShl: return b < 64 ? a << b : 0;
    default: return b < 64 ? a >> b : 0; /* LLVMLShr */
    }
}

static bool constant_expression(Loader *l, LLVMValueRef v, uint64_t *low, uint64_t *high) {
    uint64_t a, b;
    switch (LLVMGetConstOpcode(v)) {
    case LLVMGetElementPtr: return constant_gep(l, v, low);
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMIntToPtr:
    case LLVMPtrToInt:
    case LLVMTrunc:
    case LLVMZExt:
        if (!constant_value(l, LLVMGetOperand(v, 0), low, high)) return false;
        *low = mask_to(LLVMTypeOf(v), *low);
        return true;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor:
    case LLVMAnd:
    case LLVMOr:
    case LLVMShl:
    case LLVMLShr:
        if (!constant_value(l, LLVMGetOperand(v, 0), &a, NULL) ||
            !constant_value(l, LLVMGetOperand(v, 1), &b, NULL))
            return false;
        *low = mask_to(LLVMTypeOf(v), folded(LLVMGetConstOpcode(v), a, b));
        return true;
    default:
        loader_error(l, "constant expression of an unknown kind (%d)", (int)LLVMGetConstOpcode(v));
        return false;
    }
}

bool constant_value(Loader *l, LLVMValueRef v, uint64_t *low, uint64_t *high) {
    uint64_t unused;
    if (!high) high = &unused;
    *high = 0;
    *low = 0;
    if (LLVMIsNull(v) || LLVMIsUndef(v) || LLVMIsPoison(v)) return true;
    switch (LLVMGetValueKind(v)) {
    case LLVMConstantIntValueKind:
        if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64) {
            *low = LLVMConstIntGetZExtValue(v);
            return true;
        }
        return parse_printed(l, v, low, high);
    case LLVMConstantFPValueKind: return constant_float(l, v, low, high);
    case LLVMFunctionValueKind:
        /* Callers compare an undefined weak function with null. */
        *low = LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalWeakLinkage
                   ? 0
                   : function_address(l, v);
        return true;
    case LLVMGlobalVariableValueKind: *low = ptrmap_get(&l->global_address, v); return true;
    case LLVMGlobalAliasValueKind: return constant_value(l, LLVMAliasGetAliasee(v), low, high);
    case LLVMBlockAddressValueKind:
        *low = LABEL_BASE + block_ordinal(LLVMGetBlockAddressBasicBlock(v));
        return true;
    case LLVMConstantExprValueKind: return constant_expression(l, v, low, high);
    default:
        loader_error(l, "constant of an unknown kind (%d)", (int)LLVMGetValueKind(v));
        return false;
    }
}

static void put_bytes(uint8_t *at, uint64_t low, uint64_t high, uint64_t n) {
    uint64_t v[2] = {low, high};
    memcpy(at, v, MIN(n, 16));
}

/* Writes a vector of single bits, as access_bits takes them. */
static void write_bits(Loader *l, LLVMValueRef v, unsigned n, uint8_t *at) {
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef e = LLVMGetAggregateElement(v, i);
        uint64_t bit = 0;
        if (LLVMIsUndef(e) || !constant_value(l, e, &bit, NULL)) continue;
        at[i / 8] |= (uint8_t)((bit & 1) << i % 8);
    }
}

/* Writes the bytes of constant `v` at `at` (which is zeroed). */
static void write_constant(Loader *l, LLVMValueRef v, uint8_t *at) {
    if (l->error || LLVMIsNull(v) || LLVMIsUndef(v) || LLVMIsPoison(v)) return;
    LLVMTypeRef type = LLVMTypeOf(v);
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0, n = LLVMCountStructElementTypes(type); i < n; i++)
            write_constant(l, LLVMGetAggregateElement(v, i),
                           at + LLVMOffsetOfElement(l->layout, type, i));
        return;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: {
        bool array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
        uint64_t n = array ? LLVMGetArrayLength2(type) : LLVMGetVectorSize(type);
        LLVMTypeRef element = LLVMGetElementType(type);
        uint64_t size = LLVMABISizeOfType(l->layout, element);
        if (!array && LLVMGetTypeKind(element) == LLVMIntegerTypeKind &&
            LLVMGetIntTypeWidth(element) == 1) {
            write_bits(l, v, (unsigned)n, at);
            return;
        }
        if (LLVMIsConstantString(v)) {
            size_t len;
            const char *s = LLVMGetAsString(v, &len);
            memcpy(at, s, len);
            return;
        }
        for (uint64_t i = 0; i < n && !l->error; i++)
            write_constant(l, LLVMGetAggregateElement(v, (unsigned)i), at + i * size);
        return;
    }
    default: {
        uint64_t low, high;
        if (!constant_value(l, v, &low, &high)) return;
        put_bytes(at, low, high, LLVMStoreSizeOfType(l->layout, type));
    }
    }
}

static bool is_metadata_global(const char *name) { return !strncmp(name, "llvm.", 5); }

/* Lists constructors and destructors in the order they run: constructors by ascending priority,
 * destructors in reverse. */
static void layout_structors(Loader *l, const char *name, bool reversed, uint32_t **out,
                             uint32_t *count) {
    LLVMValueRef g = LLVMGetNamedGlobal(l->module, name);
    LLVMValueRef init = g ? LLVMGetInitializer(g) : NULL;
    if (!init || LLVMGetTypeKind(LLVMTypeOf(init)) != LLVMArrayTypeKind) return;
    unsigned n = (unsigned)LLVMGetArrayLength2(LLVMTypeOf(init));
    struct Structor {
        uint64_t priority;
        uint32_t f;
    } *entry = xcalloc(n + 1, sizeof *entry);
    uint32_t m = 0;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef e = LLVMGetAggregateElement(init, i);
        uint64_t index = ptrmap_get(&l->function_index, LLVMGetAggregateElement(e, 1));
        if (!index) continue;
        uint64_t priority = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(e, 0));
        uint32_t k = m++;
        for (; k > 0 && entry[k - 1].priority > priority; k--) entry[k] = entry[k - 1];
        entry[k].priority = priority;
        entry[k].f = (uint32_t)(index - 1);
    }
    *out = arena_alloc(l->program->arena, (m + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < m; i++) (*out)[i] = entry[reversed ? m - 1 - i : i].f;
    *count = m;
    free(entry);
}

/* What names of globals and types are made of, where they need no quotes. */
#define NAME_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._$-"

/* Room for read-only objects that a later version adds, in bytes. */
#define READONLY_ROOM 65536

/* Hashes the text of a constant without the numbers behind names of types and of other constants:
 * they are running numbers. */
static uint64_t hash_without_numbers(const char *text, uint64_t h) {
    while (*text) {
        size_t n = 1 + (*text == '@' || *text == '%' ? strspn(text + 1, NAME_CHARACTERS) : 0),
               kept = n;
        for (size_t k = n; k > 1 && (text[k - 1] == '.' || isdigit((unsigned char)text[k - 1]));
             k--)
            if (text[k - 1] == '.') kept = k - 1;
        h = hash_bytes(text, kept, h);
        text += n;
    }
    return h;
}

/* Returns the key of a global, which identifies it in another version. Constants without a name in
 * the source have running numbers as names, so their contents are the key. */
static const char *global_key(Loader *l, LLVMValueRef g, const char *name) {
    LLVMLinkage linkage = LLVMGetLinkage(g);
    LLVMValueRef init = LLVMGetInitializer(g);
    bool unnamed = (linkage == LLVMPrivateLinkage || linkage == LLVMInternalLinkage) &&
                   LLVMHasUnnamedAddr(g) && LLVMIsGlobalConstant(g);
    if (!unnamed || !init) return arena_strdup(l->program->arena, name);
    uint64_t size = LLVMABISizeOfType(l->layout, LLVMGlobalGetValueType(g)), h = size;
    if (!LLVMIsNull(init) && !LLVMIsUndef(init) && LLVMIsConstantString(init)) {
        size_t len;
        const char *s = LLVMGetAsString(init, &len);
        h = hash_bytes(s, len, h);
    } else {
        char *text = LLVMPrintValueToString(init);
        h = hash_without_numbers(text, h);
        LLVMDisposeMessage(text);
    }
    char *key = xasprintf("=%016llx", (unsigned long long)h);
    const char *kept = arena_strdup(l->program->arena, key);
    free(key);
    return kept;
}

static uint64_t rounded(uint64_t x, uint64_t align) { return (x + align - 1) & ~(align - 1); }

/* The next free address of each class. */
typedef struct Places {
    uint64_t next[3];
} Places;

/* Returns a place for a global: that of the other version, or the next free one. */
static uint64_t place_global(Loader *l, Places *p, LLVMValueRef g, Global *out, LayoutClass class) {
    uint64_t align = MAX((uint64_t)LLVMGetAlignment(g),
                         (uint64_t)LLVMABIAlignmentOfType(l->layout, LLVMGlobalGetValueType(g)));
    align = MAX(align, 16);
    uint64_t at = l->table ? layout_table_global(l->table, out->key, out->size, class) : 0;
    if (at && !(at & (align - 1))) return at;
    at = rounded(p->next[class], align);
    /* The red zone grows with the object, since accesses to large ones go astray further. */
    p->next[class] =
        at + out->size + (class == LAYOUT_THREAD ? 32 : GLOBAL_RED_ZONE + MIN(out->size / 4, 4096));
    return at;
}

static LayoutClass layout_class(LLVMValueRef g) {
    return LLVMIsThreadLocal(g)      ? LAYOUT_THREAD
           : LLVMIsGlobalConstant(g) ? LAYOUT_READONLY
                                     : LAYOUT_WRITABLE;
}

bool finds_by_name(const Loader *l) {
    LLVMValueRef f = LLVMGetNamedFunction(l->module, "dlsym");
    return f && LLVMGetFirstUse(f);
}

/* Numbers the text that a global stands for, if it does. */
static bool is_text(Loader *l, LLVMValueRef g) {
    size_t n;
    const char *text = l->by_units && !LLVMIsDeclaration(g) ? text_of_global(g, &n) : NULL;
    if (!text) return false;
    char *copy = arena_alloc(l->program->arena, n + 1);
    memcpy(copy, text, n);
    copy[n] = 0;
    ptrmap_put(&l->global_address, g, (uint64_t)l->messages.len << 32);
    vec_push(&l->messages, copy);
    return true;
}

/* The name of a variable in the sources. Static ones of the library have a number behind it where
 * others have the same name. */
static const char *source_name(Loader *l, const char *name, bool library) {
    char *copy = arena_strdup(l->program->arena, name), *dot = strrchr(copy, '.');
    bool numbered = dot && dot > copy && dot[1] && !dot[1 + strspn(dot + 1, "0123456789")];
    if (library && numbered) *dot = 0;
    return copy;
}

/* Places the globals of one class. */
static void place_class(Loader *l, Places *places, LayoutClass class) {
    Program *p = l->program;
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g)) {
        const char *name = LLVMGetValueName(g);
        if (is_metadata_global(name) || layout_class(g) != class || is_text(l, g)) continue;
        if (LLVMIsDeclaration(g)) {
            if (LLVMGetLinkage(g) != LLVMExternalWeakLinkage && LLVMGetFirstUse(g))
                loader_error(l, "the global variable `%s` is declared but defined nowhere", name);
            continue;
        }
        Global *out = &p->globals[p->nglobals++];
        out->key = global_key(l, g, name);
        const char *shape = (const char *)(uintptr_t)ptrmap_get(&l->shapes, g);
        out->shape = shape ? shape : SHAPE_UNKNOWN;
        out->size = LLVMABISizeOfType(l->layout, LLVMGlobalGetValueType(g));
        out->readonly = class == LAYOUT_READONLY;
        out->thread_local_ = class == LAYOUT_THREAD;
        out->library = !ptrmap_get(&l->own, g);
        out->name = source_name(l, name, out->library);
        out->external = is_external(g);
        out->unread = !out->library && !(out->external && finds_by_name(l)) && global_is_unread(g);
        out->address = place_global(l, places, g, out, class);
        if (out->thread_local_)
            ptrmap_put(&l->global_tls, g, out->address + 1);
        else
            ptrmap_put(&l->global_address, g, out->address);
    }
}

/* Places all globals, read-only ones first, so that one comparison separates them from the others.
 * False if those of the other version leave too little room. */
static bool place_globals(Loader *l) {
    Program *p = l->program;
    uint64_t base = GLOBALS_BASE + GLOBAL_RED_ZONE;
    Places places = {{base, 0, 64}};
    p->nglobals = 0;
    ptrmap_clear(&l->global_address);
    ptrmap_clear(&l->global_tls);
    if (l->table)
        for (unsigned k = 0; k < 3; k++)
            places.next[k] = layout_table_end(l->table, (LayoutClass)k);
    place_class(l, &places, LAYOUT_READONLY);
    p->readonly_size = rounded(places.next[LAYOUT_READONLY], 64) + READONLY_ROOM - GLOBALS_BASE;
    if (l->table) {
        p->readonly_size = layout_table_readonly_size(l->table);
        if (places.next[LAYOUT_READONLY] > GLOBALS_BASE + p->readonly_size) return false;
    } else
        places.next[LAYOUT_WRITABLE] = GLOBALS_BASE + p->readonly_size + GLOBAL_RED_ZONE;
    place_class(l, &places, LAYOUT_WRITABLE);
    place_class(l, &places, LAYOUT_THREAD);
    memcpy(p->layout_end, places.next, sizeof places.next);
    return true;
}

/* Numbers the functions: those of the other version as there, others behind them. */
static void number_functions(Loader *l) {
    Program *p = l->program;
    uint32_t next = l->table ? layout_table_functions(l->table) : 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
        uint32_t old = l->table ? layout_table_function(l->table, LLVMGetValueName(f)) : UINT32_MAX;
        ptrmap_put(&l->function_index, f, 1 + (old != UINT32_MAX ? old : next++));
    }
    p->nfunctions = next;
    p->functions = arena_alloc(p->arena, (next + 1) * sizeof(Function));
}

static void place_all(Loader *l) {
    Program *p = l->program;
    uint32_t nglobals = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g)) nglobals++;
    p->globals = arena_alloc(p->arena, (nglobals + 1) * sizeof(Global));
    l->table = l->options->layout ? layout_table_read(l->options->layout) : NULL;
    p->follows_layout = l->table && place_globals(l);
    if (!p->follows_layout) {
        layout_table_free(l->table);
        l->table = NULL;
        place_globals(l);
    }
    number_functions(l);
    if (l->table) {
        StrBuf rest = {0};
        str_add(&rest, "");
        layout_table_rest(l->table, &rest);
        p->layout_rest = arena_strdup(p->arena, rest.data);
        vec_free(&rest);
    }
    layout_table_free(l->table);
    l->table = NULL;
}

void layout_program(Loader *l) {
    Program *p = l->program;
    shapes_read(l);
    place_all(l);
    uint64_t address = p->layout_end[LAYOUT_WRITABLE];
    if (address > 0x7fff0000ull)
        loader_error(l, "the program's global variables take more than 750 MiB");
    if (l->error) return;
    p->image_size = (address - GLOBALS_BASE + 63) & ~63ull;
    p->image = xcalloc(1, p->image_size);
    p->tls_size = (p->layout_end[LAYOUT_THREAD] + 63) & ~63ull;
    p->tls_image = xcalloc(1, p->tls_size);
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g && !l->error; g = LLVMGetNextGlobal(g)) {
        LLVMValueRef init = LLVMGetInitializer(g);
        size_t n;
        if (!init || (l->by_units && text_of_global(g, &n))) continue;
        uint64_t at = ptrmap_get(&l->global_address, g), offset = ptrmap_get(&l->global_tls, g);
        if (at)
            write_constant(l, init, p->image + (at - GLOBALS_BASE));
        else if (offset)
            write_constant(l, init, p->tls_image + (offset - 1));
        if (l->error) return;
    }
    layout_structors(l, "llvm.global_ctors", false, &p->constructors, &p->nconstructors);
    layout_structors(l, "llvm.global_dtors", true, &p->destructors, &p->ndestructors);
}
