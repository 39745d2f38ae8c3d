#!/bin/bash
# Builds mksquashfs, of squashfs-tools. Usage: squashfs.sh [FOLDER]
. "$(dirname "$0")/common.sh"
need_zlib
fetch squashfs-tools
cd "$build/squashfs-tools/squashfs-tools"
logged squashfs make -j"$jobs" CC="$CC" EXTRA_CFLAGS="-I$prefix/include" EXTRA_LDFLAGS="-L$prefix/lib" \
    XZ_SUPPORT=0 LZO_SUPPORT=0 LZ4_SUPPORT=0 ZSTD_SUPPORT=0 XATTR_SUPPORT=0 mksquashfs
works "$PWD/mksquashfs" hsqs sh -c 'rm -f out.sqsh; ./mksquashfs Makefile out.sqsh -no-progress -quiet >/dev/null &&
    head -c 4 out.sqsh'
