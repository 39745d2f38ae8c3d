#!/bin/bash
# Builds haproxy, without TLS, PCRE and Lua. Usage: haproxy.sh [FOLDER]
. "$(dirname "$0")/common.sh"
. "$here/rows.sh"
fetch haproxy trixie
cd "$build/haproxy"
logged haproxy make -j"$jobs" TARGET=linux-musl CC="$CC" USE_PCRE= USE_OPENSSL= USE_ZLIB= USE_LUA= haproxy
# Natively: the answer to a request.
ask() {
    local port=$((20000 + $$ % 20000)) server
    haproxy_folder "$build/haproxy/site" "$port"
    ./haproxy -f "$build/haproxy/site/haproxy.cfg" -db 2>>"$build/haproxy.log" &
    server=$!
    connected "$port" "$server" || return
    printf 'GET / HTTP/1.0\r\n\r\n' >&3
    tail -n 1 <&3
    kill -USR1 "$server"
    wait "$server" 2>/dev/null || true
}
answer=$(ask)
[ "$answer" = hello ] || { echo "haproxy: does not work natively: $answer" >&2; exit 1; }
echo "$build/haproxy/haproxy"
