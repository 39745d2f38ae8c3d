/* write_module.c — writes a module to a file. LLVM's own functions end the process where the disk
 * is full; here that is an error like others. */
#include "program/front_end/loader.h"
#include <errno.h>
#include <llvm-c/BitWriter.h>
#include <stdio.h>
#include <string.h>

void loader_write_module(Loader *l, const char *path, bool text) {
    char *printed = text ? LLVMPrintModuleToString(l->module) : NULL;
    LLVMMemoryBufferRef code = text ? NULL : LLVMWriteBitcodeToMemoryBuffer(l->module);
    const char *data = text ? printed : LLVMGetBufferStart(code);
    size_t size = text ? strlen(printed) : LLVMGetBufferSize(code);
    FILE *f = fopen(path, "wb");
    bool fine = f && fwrite(data, 1, size, f) == size;
    int why = errno;
    if (f && fclose(f) && fine) {
        fine = false;
        why = errno;
    }
    if (!fine) loader_error(l, "%s: cannot be written: %s", path, strerror(why));
    LLVMDisposeMessage(printed);
    if (code) LLVMDisposeMemoryBuffer(code);
}
