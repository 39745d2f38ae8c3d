#!/bin/bash
# Builds tinyproxy. Usage: tinyproxy.sh [FOLDER]
. "$(dirname "$0")/common.sh"
. "$here/rows.sh"
fetch tinyproxy
cd "$build/tinyproxy"
[ -f src/Makefile ] || logged tinyproxy ./configure --disable-manpage_support
logged tinyproxy make -j"$jobs" -C src tinyproxy
# Natively: the answer to a request for its statistics.
ask() {
    local port=$((20000 + $$ % 20000)) server
    tinyproxy_folder "$build/tinyproxy/site" "$port"
    src/tinyproxy -d -c "$build/tinyproxy/site/tinyproxy.conf" >>"$build/tinyproxy.log" 2>&1 &
    server=$!
    connected "$port" "$server" || return
    printf 'GET http://statistics/ HTTP/1.0\r\n\r\n' >&3
    head -n 1 <&3 | tr -d '\r'
    kill "$server"
    wait "$server" 2>/dev/null || true
}
answer=$(ask)
[ "$answer" = 'HTTP/1.0 200 OK' ] || { echo "tinyproxy: does not work natively: $answer" >&2; exit 1; }
echo "$build/tinyproxy/src/tinyproxy"
