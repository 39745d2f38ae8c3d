#!/bin/bash
# Builds the broker of mosquitto, without TLS, and two of its plugins. Usage: mosquitto.sh [FOLDER]
. "$(dirname "$0")/common.sh"
. "$here/rows.sh"
fetch mosquitto
cd "$build/mosquitto"
logged mosquitto make -j"$jobs" CC="$CC" WITH_TLS=no WITH_TLS_PSK=no WITH_CJSON=no WITH_DOCS=no WITH_CONTROL=no \
    -C src mosquitto
for plugin in message-timestamp payload-modification; do
    logged mosquitto make CC="$CC" WITH_TLS=no WITH_CJSON=no -C "plugins/$plugin" binary
done
# Natively: the answer to a connection, and to the request for a sign of life.
ask() {
    local port=$((20000 + $$ % 20000)) server
    mosquitto_folder "$build/mosquitto/site" "$port"
    src/mosquitto -c "$build/mosquitto/site/mosquitto.conf" 2>>"$build/mosquitto.log" &
    server=$!
    connected "$port" "$server" || return
    printf '\x10\x0d\x00\x04MQTT\x04\x02\x00\x3c\x00\x01a\xc0\x00\xe0\x00' >&3
    od -An -tx1 <&3 | tr -d ' \n'
    kill "$server"
    wait "$server" 2>/dev/null || true
}
answer=$(ask)
[ "$answer" = 20020000d000 ] || { echo "mosquitto: does not work natively: $answer" >&2; exit 1; }
echo "$build/mosquitto/src/mosquitto"
