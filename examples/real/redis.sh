#!/bin/bash
# Builds redis-server with its own Makefile and the libraries that it brings along. Usage: redis.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch redis
cd "$build/redis"
logged redis make -j"$jobs" -C src CC="$CC" MALLOC=libc USE_SYSTEMD=no redis-server
# Natively: a value is stored and comes back.
ask() {
    local port=$((20000 + $$ % 20000)) server
    src/redis-server --port "$port" --bind 127.0.0.1 --save "" >"$build/redis-native.log" 2>&1 &
    server=$!
    connected "$port" "$server" || return
    printf 'set key value\r\nget key\r\nquit\r\n' >&3
    tr -d '\r' <&3 | tr '\n' ' '
    kill "$server"
    wait "$server" 2>/dev/null || true
}
works "$build/redis/src/redis-server" '+OK $5 value +OK ' ask
