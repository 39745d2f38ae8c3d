#!/bin/bash
# Builds privoxy. Usage: privoxy.sh [FOLDER]
. "$(dirname "$0")/common.sh"
. "$here/rows.sh"
fetch privoxy trixie
logged privoxy "$HEDDLE" lib build libpcre2-dev
cd "$build/privoxy"
[ -f configure ] || logged privoxy autoreconf -fi
[ -f GNUmakefile ] || logged privoxy ./configure
logged privoxy make -j"$jobs" privoxy
# Natively: the answer to a request for a page of its own.
ask() {
    local port=$((20000 + $$ % 20000)) server
    privoxy_folder "$build/privoxy/site" "$port"
    (cd site && exec ../privoxy --no-daemon config) >>"$build/privoxy.log" 2>&1 &
    server=$!
    connected "$port" "$server" || return
    printf 'GET http://config.privoxy.org/robots.txt HTTP/1.0\r\n\r\n' >&3
    head -n 1 <&3 | tr -d '\r'
    kill "$server"
    wait "$server" 2>/dev/null || true
}
answer=$(ask)
[ "$answer" = 'HTTP/1.0 200 OK' ] || { echo "privoxy: does not work natively: $answer" >&2; exit 1; }
echo "$build/privoxy/privoxy"
