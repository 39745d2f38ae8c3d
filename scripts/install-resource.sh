#!/bin/sh
# Called by `meson install`: copies <build>/resource to <prefix>/share/heddle, building it first if it is
# missing.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
[ -f "$MESON_BUILD_ROOT/resource/stamp" ] || "$here/scripts/build-libc.sh" "$MESON_BUILD_ROOT"
dest=$MESON_INSTALL_DESTDIR_PREFIX/share/heddle
mkdir -p "$dest"
cp -R "$MESON_BUILD_ROOT/resource/." "$dest/"
