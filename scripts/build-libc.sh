#!/bin/bash
# Compiles the C library (musl) and the runtime to bitcode, one file per member, with an index from symbols to
# members; the engine links a program lazily from these. Also installs the headers programs are compiled with.
#
# Result, in BUILD_FOLDER/resource:
#   runtime/*.bc, libc/*.bc   the members
#   runtime/index, libc/index lines "symbol member strong|weak", one for each symbol: the member to load for
#                             it. The runtime's symbols are looked up first.
#   {runtime,libc}/symbols    lines "member : DEFINES : OWN : NEEDS", one for each member: the symbols that it
#                             defines, those of functions that only it can use, and those it cannot do without
#   lib/                      libheddle.a and libatomic.a, for programs that heddle cc links
#   include/                  libc's headers, heddle/heddle.h, klee/klee.h, what sequentialized programs need
#   kernel-include/           links to the headers of the kernel on this machine
#   heddle_seq.bc             that, compiled
#   stamp                     names what this was built from
# Compiled members are kept in .cache/ under a hash of everything they depend on, so that a second build
# folder, or a change to the runtime alone, costs little.
# Usage: build-libc.sh BUILD_FOLDER
set -euo pipefail
export LC_ALL=C
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
cache=${HEDDLE_CACHE:-$top/.cache}
clang=${HEDDLE_CLANG:-clang-19}
nm=${HEDDLE_LLVM_NM:-llvm-nm-19}
jobs=$(nproc)
mkdir -p "$cache"

# argp.h and fts.h are those of uClibc. Without its source package they are left out, until the mark of that
# is removed.
uclibc=$cache/uclibc-src/uclibc
borrowed=(include/argp.h include/fts.h libc/misc/fts/fts.c libc/unistd/getopt.c libc/unistd/getopt_int.h
    libuargp/argp-{ba,eexst,fmtstream,help,parse,pv,pvh}.c libuargp/argp-fmtstream.h)
if [ ! -d "$uclibc" ] && [ ! -e "$uclibc.missing" ]; then
    mkdir -p "$cache/uclibc-src"
    if ! "$top/scripts/fetch-source.sh" uclibc "$uclibc" >"$uclibc.log" 2>&1; then
        echo "libc: argp.h and fts.h are left out: the source package uclibc cannot be fetched" \
            "(remove $uclibc.missing to try again)" >&2
        touch "$uclibc.missing"
    fi
fi
has_borrowed() { (cd "$uclibc" 2>/dev/null && ls "${borrowed[@]}" >/dev/null 2>&1); }

hash_of() { cat "$@" | sha256sum | cut -c1-16; }
version=$("$clang" --version | head -n 1)
libc_key=$({ echo "$version"; cat "$top/scripts/build-libc.sh" "$top"/runtime/port/*; } | hash_of -)
runtime_key=$({
    echo "$libc_key"
    cat "$top"/runtime/*.[ch] "$top"/runtime/kernel/*.[ch] "$top"/runtime/gnu/*.[ch] \
        "$top"/include/*/*.[ch] "$top"/include/gnu/*/*.h "$top"/native/*.c "$top"/native/gnu/*.c \
        "$top"/native/replay/*.[ch] "$top/src/program/front_end/native_functions.h" "$top"/runtime/uclibc/* \
        "$top/scripts/build-library.sh" "$top/scripts/fetch-source.sh"
    if has_borrowed; then cd "$uclibc" && cat "${borrowed[@]}"; fi
} | hash_of -)
if [ "$(cat "$build/resource/stamp" 2>/dev/null)" = "$runtime_key" ]; then
    exit 0
fi
# One at a time: builds of several folders share the cache.
exec 9>"$cache/lock"
if command -v flock >/dev/null; then flock 9; fi

common=(
    --target=x86_64-linux-musl -std=gnu11 -emit-llvm -c -O1 -gline-tables-only
    -nostdinc -ffreestanding -fno-builtin -fno-vectorize -fno-slp-vectorize -fno-stack-protector
    -fno-strict-aliasing -fno-asynchronous-unwind-tables -fno-unwind-tables -ffp-contract=off
    -fno-pic -fno-pie -w
    -D_XOPEN_SOURCE=700
)

# ---- libc -------------------------------------------------------------------------------------------------

libc_dir=$cache/libc-$libc_key
if [ ! -f "$libc_dir/done" ]; then
    source=$("$top/scripts/fetch-musl.sh" "$cache" | tail -n 1)
    rm -rf "$libc_dir"
    mkdir -p "$libc_dir/bc" "$libc_dir/include/bits"
    # A private copy, since a few lines of it are changed below.
    cp -R "$source/src" "$source/include" "$source/arch" "$libc_dir/"
    cd "$libc_dir"
    printf '#define VERSION "%s"\n' "$(cat "$source/VERSION")" >src/internal/version.h
    # Our way into the system takes the place of the machine's.
    cp "$top"/runtime/port/*.h arch/x86_64/
    # The generated headers.
    sed -f "$source/tools/mkalltypes.sed" arch/x86_64/bits/alltypes.h.in include/alltypes.h.in \
        >arch/x86_64/bits/alltypes.h
    { cat arch/x86_64/bits/syscall.h.in; sed -n 's/__NR_/SYS_/p' arch/x86_64/bits/syscall.h.in; } \
        >arch/x86_64/bits/syscall.h
    rm -f include/*.in
    cp -n arch/x86_64/bits/*.h include/bits/
    cp -n arch/generic/bits/*.h include/bits/
    # Floating-point state is never observed: without these pragmas, arithmetic is plain instructions.
    grep -rl 'STDC FENV_ACCESS' src | xargs sed -i '/STDC FENV_ACCESS/d'
    # Calls that may be cancelled look first whether they are.
    sed -i -E 's/^(#define __syscall_cp([0-6])\([^)]*\)) \(__syscall_cp\)\((.*)\)$/\1 __heddle_call6(1,\3)/' \
        src/internal/syscall.h
    # Standard input is locked like any stream of a process that has threads (output needs no lock here).
    sed -i 's/\.lock = -1/.lock = 0/' src/stdio/stdin.c
    # The short way to a stream's lock goes past the engine: there is the long one only.
    sed -i -E 's/^\tif \(a_cas\(.*\)\) (__lockfile\(f\);)$/\t\1/
        s/^\tif \(a_swap\(.*MAYBE_WAITERS\)$/\t__unlockfile(f);/
        /^\t\t__wake\(/d
        s/^(\tif \(l < 0) \|\| .*$/\1)/' src/stdio/{get,put}c.h
    # Between the beginning and the end of what is printed without a lock, nobody comes.
    unseen='f->lock < 0 ? __syscall_ret(__heddle_sys_writev(f->fd, (long)iov, iovcnt, 0, 0, 0)) :'
    sed -i "s/syscall(SYS_writev, f->fd, iov, iovcnt)/$unseen &/" src/stdio/__stdio_write.c
    unseen='f->lock < 0 ? __heddle_sys_ioctl(f->fd, TIOCGWINSZ, (long)\&wsz, 0, 0, 0) :'
    sed -i "s/__syscall(SYS_ioctl, f->fd, TIOCGWINSZ, &wsz)/($unseen &)/" src/stdio/__stdout_write.c
    for changed in '-L a_cas|a_swap|tid getc.h' '-L a_cas|a_swap|tid putc.h' \
        '-l __heddle_sys_writev __stdio_write.c' '-l __heddle_sys_ioctl __stdout_write.c'; do
        # These are words.
        # shellcheck disable=SC2086
        [ -n "$(cd src/stdio && grep -E $changed)" ] ||
            { echo "libc: not as expected: ${changed##* }" >&2; exit 1; }
    done
    # The lock of what is freed is not held for ever: another one may be where it was.
    sed -i 's/if (!(b->ref -= cnt)) free(b);/if (!(b->ref -= cnt)) { UNLOCK(b->lock); free(b); }/' \
        src/network/freeaddrinfo.c
    if ! grep -q 'UNLOCK(b->lock); free(b)' src/network/freeaddrinfo.c; then
        echo "libc: where addresses are freed was not found in freeaddrinfo.c" >&2
        exit 1
    fi

    # Numbers that are printed to the standard output are examples where they are symbolic (printed.c).
    declared='unsigned long __heddle_printed(FILE *, const char *, unsigned long);'
    example='if (strchr("diuxXopc", t)) arg.i = __heddle_printed(f, fmt, arg.i);'
    sed -i -E 's/^(\t\tswitch\(t\) \{)$/\t\t'"$example"'\n\1/
        s/^(static int printf_core\(.*)$/'"$declared"'\n\1/' \
        src/stdio/vfprintf.c
    if [ "$(grep -c __heddle_printed src/stdio/vfprintf.c)" -ne 2 ]; then
        echo "libc: numbers that are printed were not found in vfprintf.c" >&2
        exit 1
    fi

    # Left out: what the runtime replaces, what the engine does, and what it does not model. Calling a
    # function that nobody defines is reported, with its place, when it happens.
    dropped_folders='^src/(aio|ldso|malloc|setjmp|thread)/'
    dropped_files='^src/(env/(__libc_start_main|__init_tls|__reset_tls|__stack_chk_fail)
        |exit/(_Exit|abort|abort_lock|assert|exit)|internal/(vdso|defsysinfo)|legacy/(valloc|daemon)
        |linux/(brk|sbrk|clone|gettid|membarrier|x32/.*)
        |math/(sqrt|fabs|floor|ceil|trunc|rint|nearbyint|round|copysign|fma)f?
        |misc/(forkpty|wordexp)|mq/mq_notify
        |network/(getifaddrs|if_(free)?nameindex|if_nametoindex|if_indextoname)
        |process/(_Fork|f?exec.*|fork|posix_spawnp?|system|vfork)
        |sched/(sched_getcpu|sched_yield|affinity|sched_(get|set)(param|scheduler))
        |signal/(block|getitimer|kill|killpg|raise|restore|setitimer|sigaction|siglongjmp|signal|sigprocmask
            |sigqueue|sigsetjmp|sigsetjmp_tail)
        |stdio/(__lockfile|flockfile|ftrylockfile|funlockfile|pclose|popen)
        |string/(memcpy|memmove|memset|explicit_bzero)|time/(timer_.*)|unistd/(_exit|alarm|setxid)
        )\.c$'
    dropped_files=$(printf '%s' "$dropped_files" | tr -d ' \n')
    # Files that read whole words past the end of a string where the compiler says it is GNU C: they must not.
    by_byte='^src/(string/(memccpy|memchr|stpcpy|stpncpy|strchrnul|strlcpy|strlen)|multibyte/mbsrtowcs)\.c$'

    # The top of each folder only: the folders below are for machines, ours included, and mostly assembler.
    find src -mindepth 2 -maxdepth 2 -name '*.c' | sort |
        grep -Ev "$dropped_folders" | grep -Ev "$dropped_files" >members
    flags="${common[*]} -std=c99 -ffile-prefix-map=$PWD=musl"
    # Whole paths: only these are mapped.
    for folder in arch/x86_64 arch/generic src/internal src/include include; do
        flags="$flags -I$PWD/$folder"
    done
    compile_one() {
        local name=${1#src/}
        name=${name%.c}
        local extra=
        if [[ $1 =~ $by_byte ]]; then extra=-U__GNUC__; fi
        "$clang" $flags $extra "$PWD/$1" -o "bc/${name//\//-}.bc" || { echo "$1" >>failed; }
    }
    export -f compile_one
    export clang flags by_byte
    echo "libc: compiling $(wc -l <members) files to bitcode"
    xargs -P "$jobs" -n 8 bash -c 'for f; do compile_one "$f"; done' compile <members
    if [ -s failed ]; then
        echo "libc: these did not compile: $(tr '\n' ' ' <failed)" >&2
        exit 1
    fi
    cd "$top"
    touch "$libc_dir/done"
fi

# ---- runtime ----------------------------------------------------------------------------------------------

runtime_dir=$cache/runtime-$runtime_key
if [ ! -f "$runtime_dir/done" ]; then
    rm -rf "$runtime_dir"
    mkdir -p "$runtime_dir/bc"
    echo "libc: compiling the runtime"
    cd "$libc_dir"
    mkdir -p "$runtime_dir/borrowed/bits"
    uclibc_files=
    if has_borrowed; then
        uclibc_files=$(ls "$top"/runtime/uclibc/*.c)
        for header in argp fts; do
            { echo '#include <sys/cdefs.h>'; cat "$uclibc/include/$header.h"; } \
                >"$runtime_dir/borrowed/$header.h"
        done
        cp "$uclibc/libc/unistd/getopt_int.h" "$runtime_dir/borrowed/bits/"
        : >"$runtime_dir/borrowed/_lfs_64.h"
    fi
    # The names are words.
    # shellcheck disable=SC2086
    ls "$top"/runtime/*.c "$top"/runtime/kernel/*.c "$top"/runtime/gnu/*.c $uclibc_files |
        xargs -P "$jobs" -I{} sh -c '
        member=$(echo "${0##*runtime/}" | sed "s|/|-|; s|c$|bc|")
        case $0 in */machine_avx.c) set -- "$@" -mavx -mfma ;; esac
        "$@" -o "'"$runtime_dir"'/bc/$member" "$0" || exit 255' {} \
        "$clang" "${common[@]}" -D_GNU_SOURCE \
        -ffile-prefix-map="$top=heddle" -ffile-prefix-map="$libc_dir=musl" \
        -Iarch/x86_64 -Iarch/generic -Isrc/internal -Isrc/include -Iinclude -I"$top/runtime" \
        -ffile-prefix-map="$uclibc=uclibc" \
        -I"$top/include" -I"$runtime_dir/borrowed" -I"$uclibc" -idirafter "$top/include/gnu"
    cd "$top"

    # Where several members define a symbol, the strong definition is the one to load; a weak one in the
    # runtime is only a stand-in where libc has a strong one.
    symbols() {
        "$nm" --defined-only -A "$@" 2>/dev/null | awk '
            { file = $1; sub(/.*\//, "", file); sub(/:$/, "", file); kind = $(NF - 1); symbol = $NF }
            kind ~ /^[A-Z]$/ && symbol !~ /^\./ && symbol !~ /^llvm\./ {
                print symbol, file, ((kind == "W" || kind == "V") ? "weak" : "strong")
            }' | sort -k1,1 -k3,3 -k2,2 | awk '!seen[$1]++'
    }
    symbols_of_members() {
        "$nm" -A "$@" 2>/dev/null | awk '
            { file = $1; sub(/.*\//, "", file); sub(/:$/, "", file); kind = $(NF - 1); symbol = $NF }
            file != last { end(); last = file }
            symbol ~ /^(\.|llvm\.)/ { next }
            kind == "U" { needs = needs " " symbol; next }
            kind ~ /^[A-Z]$/ { defines = defines " " symbol }
            kind == "t" { own = own " " symbol }
            function end() {
                if (last != "") print last " :" defines " :" own " :" needs
                defines = own = needs = ""
            }
            END { end() }' | sort
    }
    symbols "$libc_dir"/bc/*.bc >"$runtime_dir/libc-index"
    symbols_of_members "$libc_dir"/bc/*.bc >"$runtime_dir/libc-symbols"
    symbols_of_members "$runtime_dir"/bc/*.bc >"$runtime_dir/symbols"
    symbols "$runtime_dir"/bc/*.bc | awk '
        NR == FNR { if ($3 == "strong") libc[$1] = 1; next }
        !($3 == "weak" && $1 in libc)' "$runtime_dir/libc-index" - >"$runtime_dir/index"
    touch "$runtime_dir/done"
fi

# ---- what the engine finds --------------------------------------------------------------------------------

new=$build/resource.new
rm -rf "$new"
mkdir -p "$new/libc" "$new/runtime"
cp "$libc_dir"/bc/*.bc "$new/libc/"
cp "$runtime_dir/libc-index" "$new/libc/index"
cp "$runtime_dir/libc-symbols" "$new/libc/symbols"
cp "$runtime_dir"/bc/*.bc "$runtime_dir"/{index,symbols} "$new/runtime/"
cp -R "$libc_dir/include" "$new/include"
cp -R "$top/include/heddle" "$top/include/klee" "$new/include/"
# Headers that glibc has and musl has not, and what glibc declares beyond musl in headers of both.
cp -R "$top"/include/gnu/* "$new/include/"
for header in argp fts; do
    if [ -f "$runtime_dir/borrowed/$header.h" ]; then
        cp "$runtime_dir/borrowed/$header.h" "$new/include/"
    else
        echo "#error $header.h: Heddle was built without the source package uclibc, which has it" \
            >"$new/include/$header.h"
    fi
done
for added in "$top"/include/gnu/bits/gnu_*.h; do
    header=$(basename "$added")
    to=${header#gnu_}
    echo "#include <bits/$header>" >>"$new/include/${to/sys_/sys/}"
done
# The headers of the kernel are those of this machine, searched behind all others. Where they are not
# installed the links lead nowhere, until the package linux-libc-dev is.
mkdir "$new/kernel-include"
for folder in asm-generic drm linux misc mtd rdma scsi sound video xen; do
    ln -s "/usr/include/$folder" "$new/kernel-include/$folder"
done
folder=/usr/include/x86_64-linux-gnu/asm
if [ -d /usr/include/asm ]; then folder=/usr/include/asm; fi
ln -s "$folder" "$new/kernel-include/asm"
# Static initialisers leave the marks of runtime/runtime.h: mutex, condition variable, read-write lock. What
# heddle cc builds runs natively with them, too: a mutex has its mark where musl has nothing.
sed -i -E '
    s/^(#define PTHREAD_MUTEX_INITIALIZER) .*/\1 {{{0, 0, 0, 0x4d757441}}}/
    s/^(#define PTHREAD_COND_INITIALIZER) .*/\1 {{{0, 0x4d757442}}}/
    s/^(#define PTHREAD_RWLOCK_INITIALIZER) .*/\1 {{{0, 0x4d757443}}}/' "$new/include/pthread.h"
# Structures that headers of the kernel have, too: a program may include both headers, in any order.
before='#if defined(__has_include) \&\& __has_include(<linux/prctl.h>)\n#include <linux/prctl.h>\n#else'
sed -i "s:^struct prctl_mm_map {:$before\n&:; s:^};:&\n#endif:" "$new/include/sys/prctl.h"
before='#ifndef _LINUX_SYSINFO_H\n#define _LINUX_SYSINFO_H'
sed -i "s:^struct sysinfo {:$before\n&:; s:^};:&\n#endif:" "$new/include/sys/sysinfo.h"
# Compilers warn of a comparison in this macro, also where it is a system's: -Werror would refuse programs.
sed -i 's/>= \(__MHDR_END(mhdr) - (unsigned char \*)(cmsg)\)/>= (size_t)(\1)/' "$new/include/sys/socket.h"
# What sequentialized programs call; compiled as programs under test are.
"$clang" -c -emit-llvm -O1 -g -Xclang -disable-llvm-passes -fno-builtin -fno-stack-protector -fno-pie \
    -fno-vectorize --target=x86_64-linux-musl -fno-discard-value-names -nostdinc -isystem "$new/include" \
    -D__HEDDLE__=1 -o "$new/heddle_seq.bc" "$new/include/heddle/heddle_seq.c"
# What heddle cc links into programs with a harness of their own, so that they run natively.
"$clang" -c -O1 -fno-stack-protector -fno-pie --target=x86_64-linux-musl -nostdinc -isystem "$new/include" \
    -o "$new/harness.o" "$top/native/harness.c"
mkdir "$new/lib"
rm -f "$new/lib/libheddle.a"
ar rcsD "$new/lib/libheddle.a" "$new/harness.o"
# Functions of glibc that musl has not, for the same programs.
for file in "$top"/runtime/gnu/*.c "$top"/native/gnu/*.c "$top"/runtime/uclibc/*.c; do
    case $file in */uclibc/*) has_borrowed || continue ;; esac
    object=$new/lib/gnu_$(basename "$file" .c).o
    "$clang" -c -O1 -fno-builtin -fno-stack-protector -fno-pie --target=x86_64-linux-musl -nostdinc \
        -isystem "$new/include" -isystem "$("$clang" -print-resource-dir)/include" -D_GNU_SOURCE \
        -I"$top/runtime" -I"$runtime_dir/borrowed" -I"$uclibc" -DHEDDLE_NATIVE -w -o "$object" "$file"
    ar rcsD "$new/lib/libheddle.a" "$object"
    rm "$object"
done
# Debian's musl-dev has no libcrypt.
for file in "$libc_dir"/src/crypt/*.c; do
    object=$new/lib/$(basename "$file" .c).o
    "$clang" -c -O1 -fno-stack-protector -fno-pie --target=x86_64-linux-musl -std=c99 -nostdinc \
        -I"$libc_dir/src/include" -I"$libc_dir/src/internal" -isystem "$new/include" \
        -isystem "$("$clang" -print-resource-dir)/include" -D_GNU_SOURCE -w -o "$object" "$file"
    ar rcsD "$new/lib/libcrypt.a" "$object"
    rm "$object"
done
rm "$new/harness.o"
# GCC's own one is for another libc: it chooses its functions when a dynamic linker starts the program.
"$clang" -c -O1 -mcx16 -fno-stack-protector -fno-pie --target=x86_64-linux-musl -nostdinc \
    -isystem "$new/include" -isystem "$("$clang" -print-resource-dir)/include" \
    -I"$top/runtime" -DHEDDLE_NATIVE -w -o "$new/lib/atomic.o" "$top/native/atomic.c"
ar rcsD "$new/lib/libatomic.a" "$new/lib/atomic.o"
rm "$new/lib/atomic.o"
# The runtime of heddle replay --native.
for file in "$top"/native/replay/*.c "$top/runtime/harness.c" "$top/runtime/dl.c"; do
    "$clang" -c -O1 -g -fno-stack-protector -fno-pie --target=x86_64-linux-musl -nostdinc \
        -isystem "$new/include" -isystem "$("$clang" -print-resource-dir)/include" \
        -o "$new/lib/$(basename "$file" .c).o" "$file"
done
ar rcsD "$new/lib/libheddle_guard.a" "$new"/lib/replay_guard.o
rm "$new"/lib/replay_guard.o
ar rcsD "$new/lib/libheddle_replay.a" "$new"/lib/*.o
rm "$new"/lib/*.o
# What heddle lib runs.
mkdir "$new/tools"
cp "$top/scripts/build-library.sh" "$top/scripts/fetch-source.sh" "$new/tools/"
echo "$runtime_key" >"$new/stamp"
rm -rf "$build/resource"
mv "$new" "$build/resource"

# Older versions in the cache are of no use to anyone.
for old in "$cache"/libc-* "$cache"/runtime-*; do
    case $old in "$libc_dir" | "$runtime_dir") ;; *) rm -rf "$old" ;; esac
done
