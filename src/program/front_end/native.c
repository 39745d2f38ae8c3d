/*
 * native.c — reads bitcode from native files. heddle cc puts the bitcode of a translation unit into
 * the section `.heddle` of its object. The linker concatenates the sections of its inputs. So an
 * executable carries the bitcode of exactly those objects and members of archives it was made of.
 * The format of bitcode shows where each module ends.
 */
#include "program/front_end/loader.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECTION ".heddle"
#define ADVICE "build it with heddle cc as the C compiler (CC=\"heddle cc\")"

static uint32_t read_word(const uint8_t *p) {
    uint32_t w;
    memcpy(&w, p, 4);
    return w;
}

FileBytes native_map(Loader *l, const char *path) {
    FileBytes b = {0};
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0) {
        loader_error(l, "%s: %s", path, strerror(errno));
    } else {
        void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p == MAP_FAILED)
            loader_error(l, "%s: %s", path, strerror(errno));
        else
            b = (FileBytes){p, (size_t)st.st_size};
    }
    if (fd >= 0) close(fd);
    return b;
}

void native_unmap(FileBytes b) {
    if (b.data) munmap((void *)(uintptr_t)b.data, b.len);
}

/* --- bitcode ---------------------------------------------------------------------------------- */

#define BITCODE_MAGIC 0xdec04342u

/*
 * Returns the length in bytes of the module that `b` begins with, or 0 if there is none. Blocks
 * follow the magic number. The first word of each holds the abbreviation ENTER_SUBBLOCK (1, in two
 * bits), the second the length in words of the rest.
 */
static size_t module_length(FileBytes b) {
    if (b.len < 4 || read_word(b.data) != BITCODE_MAGIC) return 0;
    size_t at = 4;
    while (b.len - at >= 8 && (read_word(b.data + at) & 3) == 1) {
        size_t words = read_word(b.data + at + 4);
        if (words > (b.len - at - 8) / 4) return 0;
        at += 8 + 4 * words;
    }
    return at;
}

/* --- ELF --- */

static bool is_inside_file(FileBytes b, uint64_t offset, uint64_t n) {
    return offset <= b.len && n <= b.len - offset;
}

bool native_modules(Loader *l, FileBytes b, const char *shown, BytesList *modules) {
    Elf64_Ehdr h;
    if (b.len < sizeof h || b.data[EI_CLASS] != ELFCLASS64) {
        loader_error(l, "%s: not a 64-bit ELF file; only x86_64 is supported", shown);
        return false;
    }
    memcpy(&h, b.data, sizeof h);
    if (b.data[EI_DATA] != ELFDATA2LSB || h.e_machine != EM_X86_64) {
        loader_error(l, "%s: made for another machine; only x86_64 is supported", shown);
        return false;
    }
    Elf64_Shdr names, s;
    bool sound = h.e_shnum == 0 || (h.e_shentsize == sizeof s && h.e_shstrndx < h.e_shnum &&
                                    is_inside_file(b, h.e_shoff, (uint64_t)h.e_shnum * sizeof s));
    if (sound && h.e_shnum) {
        memcpy(&names, b.data + h.e_shoff + h.e_shstrndx * sizeof s, sizeof s);
        sound = is_inside_file(b, names.sh_offset, names.sh_size);
    }
    size_t before = modules->len;
    for (unsigned k = 0; sound && k < h.e_shnum; k++) {
        memcpy(&s, b.data + h.e_shoff + k * sizeof s, sizeof s);
        if (s.sh_name >= names.sh_size || names.sh_size - s.sh_name < sizeof SECTION ||
            memcmp(b.data + names.sh_offset + s.sh_name, SECTION, sizeof SECTION))
            continue;
        sound = is_inside_file(b, s.sh_offset, s.sh_size) && s.sh_type != SHT_NOBITS;
        for (uint64_t at = 0, n; sound && at < s.sh_size; at += n) {
            FileBytes rest = {b.data + s.sh_offset + at, s.sh_size - at};
            n = module_length(rest);
            sound = n != 0;
            if (sound) vec_push(modules, ((FileBytes){rest.data, n}));
        }
    }
    if (!sound)
        loader_error(l, "%s: damaged ELF file", shown);
    else if (modules->len == before)
        loader_error(l, "%s: holds no bitcode; " ADVICE, shown);
    return !l->error;
}

void link_elf(Loader *l, const char *file) {
    FileBytes b = native_map(l, file);
    BytesList found = {0};
    VEC(LLVMModuleRef) modules = {0};
    if (b.data && native_modules(l, b, file, &found))
        for (size_t k = 0; k < found.len && !l->error; k++) {
            LLVMModuleRef m = parse_bytes(l, found.data[k].data, found.data[k].len, file);
            if (m) vec_push(&modules, m);
        }
    if (modules.len) {
        LLVMModuleRef all = link_modules(l, modules.data, modules.len, file);
        if (l->error)
            LLVMDisposeModule(all);
        else
            link_module(l, all, file);
    }
    vec_free(&modules);
    vec_free(&found);
    native_unmap(b);
}

/* --- archives --------------------------------------------------------------------------------- */

/* The header of a member, all text. */
typedef struct Header {
    char name[16], date[12], user[6], group[6], mode[8], size[10], end[2];
} Header;

/* A member as a module, or NULL after it became part of the program. */
typedef struct Unit {
    LLVMModuleRef module;
    const char *archive;
} Unit;

typedef VEC(Unit) UnitList;

static void read_archive(Loader *l, const char *file, UnitList *units) {
    FileBytes b = native_map(l, file);
    if (!b.data) return;
    if (!memcmp(b.data, "!<thin>\n", 8))
        loader_error(l, "%s: thin archives are not supported; give the objects themselves", file);
    BytesList modules = {0};
    for (size_t at = 8; at < b.len && !l->error;) {
        Header h;
        uint64_t size = 0;
        if (b.len - at < sizeof h) {
            loader_error(l, "%s: damaged archive", file);
            break;
        }
        memcpy(&h, b.data + at, sizeof h);
        at += sizeof h;
        for (unsigned k = 0; k < sizeof h.size && h.size[k] >= '0' && h.size[k] <= '9'; k++)
            size = size * 10 + (uint64_t)(h.size[k] - '0');
        if (memcmp(h.end, "`\n", 2) || size > b.len - at) {
            loader_error(l, "%s: damaged archive", file);
            break;
        }
        FileBytes member = {b.data + at, size};
        at += size + (size & 1);
        /* The index of symbols and the table of long names are called "/" and "//". */
        bool table = h.name[0] == '/' && (h.name[1] == ' ' || h.name[1] == '/');
        if (table || size < SELFMAG || memcmp(member.data, ELFMAG, SELFMAG)) continue;
        modules.len = 0;
        if (!native_modules(l, member, file, &modules)) break;
        for (size_t k = 0; k < modules.len && !l->error; k++) {
            LLVMModuleRef m = parse_bytes(l, modules.data[k].data, modules.data[k].len, file);
            if (m) vec_push(units, ((Unit){m, file}));
        }
    }
    vec_free(&modules);
    native_unmap(b);
}

void link_whole_archive(Loader *l, const char *file) {
    UnitList units = {0};
    read_archive(l, file, &units);
    for (size_t k = 0; k < units.len; k++)
        if (l->error)
            LLVMDisposeModule(units.data[k].module);
        else
            link_module(l, units.data[k].module, file);
    vec_free(&units);
}

static bool defines(LLVMValueRef v, const Loader *l, const char *entry) {
    if (LLVMIsDeclaration(v) || LLVMGetLinkage(v) == LLVMInternalLinkage ||
        LLVMGetLinkage(v) == LLVMPrivateLinkage)
        return false;
    const char *name = LLVMGetValueName(v);
    LLVMValueRef there = l->module ? LLVMGetNamedFunction(l->module, name) : NULL;
    if (!there && l->module) there = LLVMGetNamedGlobal(l->module, name);
    return there ? needs_definition(there) : !strcmp(name, entry);
}

/* Whether `m` defines a symbol that is used but not defined, or the entry. */
static bool is_needed(const Loader *l, LLVMModuleRef m, const char *entry) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (defines(f, l, entry)) return true;
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (defines(g, l, entry)) return true;
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
        if (defines(a, l, entry)) return true;
    return false;
}

void link_archives(Loader *l, const char *const *files, size_t n, const char *entry) {
    UnitList units = {0};
    for (size_t k = 0; k < n && !l->error; k++) read_archive(l, files[k], &units);
    for (bool again = true; again && !l->error;) {
        again = false;
        for (size_t k = 0; k < units.len && !l->error; k++) {
            Unit *u = &units.data[k];
            if (!u->module || !is_needed(l, u->module, entry)) continue;
            LLVMModuleRef m = u->module;
            u->module = NULL;
            link_module(l, m, u->archive);
            again = true;
        }
    }
    for (size_t k = 0; k < units.len; k++)
        if (units.data[k].module) LLVMDisposeModule(units.data[k].module);
    vec_free(&units);
}
