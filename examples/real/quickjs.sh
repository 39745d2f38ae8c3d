#!/bin/bash
# Builds qjs of QuickJS. Usage: quickjs.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch quickjs trixie only
cd "$build/quickjs"
logged quickjs make -j"$jobs" qjs CC="$CC" HOST_CC="$CC"
runs "$build/quickjs/qjs" -e 'print([3, 1, 2].sort(), 0.1 + 0.2, /b+/.exec("abbc"))'
