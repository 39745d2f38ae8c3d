/* cdefs.h — macros for declarations that programs share with the headers of BSD and glibc. */
#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H 1

#include <features.h>

#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif

/* From the time of two kinds of C. */
#define __P(parameters) parameters
#define __PMT(parameters) parameters
#define __CONCAT(a, b) a##b
#define __STRING(text) #text
#define __ptr_t void *

#if defined(__GNUC__) && !defined(__cplusplus)
#define __THROW __attribute__((__nothrow__))
#define __NTH(function) __attribute__((__nothrow__)) function
#else
#define __THROW
#define __NTH(function) function
#endif
#define __THROWNL __THROW
#define __NTHNL(function) __NTH(function)

#define __attribute_malloc__ __attribute__((__malloc__))
#define __attribute_pure__ __attribute__((__pure__))
#define __attribute_const__ __attribute__((__const__))
#define __attribute_used__ __attribute__((__used__))
#define __attribute_maybe_unused__ __attribute__((__unused__))
#define __attribute_noinline__ __attribute__((__noinline__))
#define __attribute_deprecated__ __attribute__((__deprecated__))
#define __attribute_format_arg__(n) __attribute__((__format_arg__(n)))
#define __attribute_format_strfmon__(n, first) __attribute__((__format__(__strfmon__, n, first)))
#define __attribute_warn_unused_result__ __attribute__((__warn_unused_result__))
#define __wur
#define __attribute_alloc_size__(parameters) __attribute__((__alloc_size__ parameters))
#define __returns_nonnull __attribute__((__returns_nonnull__))
#ifndef __nonnull
#define __nonnull(parameters) __attribute__((__nonnull__ parameters))
#endif
#ifndef __always_inline
#define __always_inline __inline __attribute__((__always_inline__))
#endif
#define __extern_inline extern __inline __attribute__((__gnu_inline__))
#define __extern_always_inline extern __always_inline __attribute__((__gnu_inline__))
#define __flexarr []
#define __glibc_likely(condition) __builtin_expect((condition), 1)
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
#define __restrict_arr __restrict

#define __bos(pointer) __builtin_object_size(pointer, 1)
#define __bos0(pointer) __builtin_object_size(pointer, 0)
#define __REDIRECT(name, prototype, alias) name prototype __asm__(#alias)

#endif
