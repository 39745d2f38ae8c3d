/* loader.c — see loader.h: the first error of a load, which LLVM or one of its stages tells. */
#include "program/front_end/loader.h"
#include <stdarg.h>
#include <stdio.h>

void loader_error(Loader *l, const char *format, ...) {
    if (l->error) return;
    va_list ap;
    va_start(ap, format);
    if (vasprintf(&l->error, format, ap) < 0) base_fatal("out of memory");
    va_end(ap);
}

static void handle_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
    Loader *l = context;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
    char *text = LLVMGetDiagInfoDescription(info);
    loader_error(l, "%s", text);
    LLVMDisposeMessage(text);
}

void loader_diagnostics(Loader *l) {
    LLVMContextSetDiagnosticHandler(l->context, handle_diagnostic, l);
}
