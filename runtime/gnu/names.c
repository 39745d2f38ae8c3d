/* names.c — names and descriptions of signals and errors; a number that has none gives a null
 * pointer. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include "gnu.h"

static const char *const signals[] = {
#define S(name) [SIG##name] = #name,
    S(HUP) S(INT) S(QUIT) S(ILL) S(TRAP) S(ABRT) S(BUS) S(FPE) S(KILL) S(USR1) S(SEGV) S(USR2)
        S(PIPE) S(ALRM) S(TERM) S(STKFLT) S(CHLD) S(CONT) S(STOP) S(TSTP) S(TTIN) S(TTOU) S(URG)
            S(XCPU) S(XFSZ) S(VTALRM) S(PROF) S(WINCH) S(POLL) S(PWR) S(SYS)
#undef S
};
static const char *const errors[] = {
    "0",
#define E(name) [name] = #name,
    E(EPERM) E(ENOENT) E(ESRCH) E(EINTR) E(EIO) E(ENXIO) E(E2BIG) E(ENOEXEC) E(EBADF) E(ECHILD)
        E(EAGAIN) E(ENOMEM) E(EACCES) E(EFAULT) E(ENOTBLK) E(EBUSY) E(EEXIST) E(EXDEV) E(ENODEV) E(
            ENOTDIR) E(EISDIR) E(EINVAL) E(ENFILE) E(EMFILE) E(ENOTTY) E(ETXTBSY) E(EFBIG) E(ENOSPC)
            E(ESPIPE) E(EROFS) E(EMLINK) E(EPIPE) E(EDOM) E(ERANGE) E(EDEADLK) E(ENAMETOOLONG) E(
                ENOLCK) E(ENOSYS) E(ENOTEMPTY) E(ELOOP) E(ENOMSG) E(EIDRM) E(ECHRNG) E(EL2NSYNC)
                E(EL3HLT) E(EL3RST) E(ELNRNG) E(EUNATCH) E(ENOCSI) E(EL2HLT) E(EBADE) E(EBADR) E(
                    EXFULL) E(ENOANO) E(EBADRQC) E(EBADSLT) E(EBFONT) E(ENOSTR) E(ENODATA) E(ETIME)
                    E(ENOSR) E(ENONET) E(ENOPKG) E(EREMOTE) E(ENOLINK) E(EADV) E(ESRMNT) E(ECOMM)
                        E(EPROTO) E(EMULTIHOP) E(EDOTDOT) E(EBADMSG) E(EOVERFLOW) E(ENOTUNIQ)
                            E(EBADFD) E(EREMCHG) E(ELIBACC) E(ELIBBAD) E(ELIBSCN)
                                E(ELIBMAX) E(ELIBEXEC) E(EILSEQ) E(ERESTART) E(ESTRPIPE) E(
                                    EUSERS) E(ENOTSOCK) E(EDESTADDRREQ) E(EMSGSIZE) E(EPROTOTYPE)
                                    E(ENOPROTOOPT) E(EPROTONOSUPPORT) E(ESOCKTNOSUPPORT) E(
                                        EOPNOTSUPP) E(EPFNOSUPPORT) E(EAFNOSUPPORT) E(EADDRINUSE)
                                        E(EADDRNOTAVAIL) E(ENETDOWN) E(ENETUNREACH)
                                            E(ENETRESET) E(ECONNABORTED) E(ECONNRESET) E(ENOBUFS) E(
                                                EISCONN) E(ENOTCONN) E(ESHUTDOWN) E(ETOOMANYREFS)
                                                E(ETIMEDOUT) E(ECONNREFUSED)
                                                    E(EHOSTDOWN) E(EHOSTUNREACH) E(EALREADY) E(
                                                        EINPROGRESS) E(ESTALE) E(EUCLEAN) E(ENOTNAM)
                                                        E(ENAVAIL) E(EISNAM) E(EREMOTEIO) E(EDQUOT)
                                                            E(ENOMEDIUM) E(EMEDIUMTYPE) E(ECANCELED)
                                                                E(ENOKEY) E(EKEYEXPIRED) E(
                                                                    EKEYREVOKED) E(EKEYREJECTED)
                                                                    E(EOWNERDEAD) E(ENOTRECOVERABLE)
                                                                        E(ERFKILL) E(EHWPOISON)
#undef E
};
#define NAME(table, number) \
    ((number) >= 0 && (unsigned)(number) < sizeof table / sizeof *table ? table[number] : NULL)

PUBLIC const char *sigabbrev_np(int number) { return NAME(signals, number); }
PUBLIC const char *sigdescr_np(int number) {
    return NAME(signals, number) ? strsignal(number) : NULL;
}
PUBLIC const char *strerrorname_np(int number) { return NAME(errors, number); }
PUBLIC const char *strerrordesc_np(int number) {
    return number ? NAME(errors, number) ? strerror(number) : NULL : "Success";
}
