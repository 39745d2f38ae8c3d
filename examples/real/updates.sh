#!/bin/bash
# Builds git, xz, zstd, OpenJPEG and sqlite3 without one of the changes that Debian's security and bug-fix updates made
# to them: what bench/run-updates.sh compares with the programs as they are.
# Usage: updates.sh [FOLDER]      (after git.sh, xz.sh, zstd.sh, openjpeg.sh and sqlite.sh with the same folder)
# The executables are $build/updates/ROW/CHANGE, where ROW is the row of rows.sh that runs the program.
. "$(dirname "$0")/common.sh"

# make_git … make_sqlite3: builds what changed, as the program's own script does.
make_git() {
    make -j"$jobs" CC="$CC" CFLAGS="-O2 -I$prefix/include" LDFLAGS="-L$prefix/lib" \
        NO_CURL=1 NO_EXPAT=1 NO_OPENSSL=1 NO_GETTEXT=1 NO_PERL=1 NO_PYTHON=1 NO_TCLTK=1 NO_REGEX=1 git
}
make_xz() { make -j"$jobs"; }
make_zstd() { make -j"$jobs" CC="$CC" zstd; }
make_openjpeg() { make -C b -j"$jobs" opj_compress; }
make_sqlite() { make sqlite3; }

# The program as it is again, also where something fails.
patched=
restore() {
    [ -z "$patched" ] || patch -p1 -f <"$patched" >/dev/null
    patched=
}
trap restore EXIT

# without ROW PACKAGE PROGRAM: a program for each patch that can be taken back and changes C code of the program.
without() {
    local row=$1 package=$2 program=$3 change name
    [ -x "$build/$package/$program" ] || { echo "updates.sh: run $row.sh first" >&2; exit 1; }
    cd "$build/$package"
    mkdir -p "$build/updates/$row"
    while read -r change _; do
        name=$(basename "$change" .patch) && name=${name%.c} # an executable, no source
        [[ $change && $change != '#'* ]] || continue
        [ -x "$build/updates/$row/$name" ] && continue
        patch -R -p1 -f --dry-run <"debian/patches/$change" >/dev/null 2>&1 || continue
        cp -a "$program" "$build/updates/$row/.now"
        patch -R -p1 -f <"debian/patches/$change" >/dev/null
        patched=debian/patches/$change
        logged "updates-$row" "make_$row"
        # What is no part of the program changes nothing in it.
        cmp -s "$program" "$build/updates/$row/.now" || cp -a "$program" "$build/updates/$row/$name"
        restore
    done <debian/patches/series
    rm -f "$build/updates/$row/.now"
    logged "updates-$row" "make_$row"
    ls "$build/updates/$row"
}

without git git git
without xz xz-utils src/xz/.libs/xz
without zstd libzstd programs/zstd
without openjpeg openjpeg2 b/bin/opj_compress
without sqlite sqlite3 sqlite3
