# browser.sh — a page in headless Chromium, driven over HTTP by WebDriver (chromedriver, curl and jq).
# Read by tests/report/run.sh.

has_browser() { command -v chromedriver && { command -v chromium || command -v google-chrome; }; } >/dev/null

# wd METHOD PATH [JSON]: one request of the session; prints the value of the answer.
wd() {
    local method=$1 path=$2 body=${3:-}
    [ "$method" != POST ] || [ -n "$body" ] || body='{}'
    curl -s -m 60 -X "$method" ${body:+-H 'Content-Type: application/json' --data-binary "$body"} \
        "http://127.0.0.1:$browser_port/session$path" | jq -c .value
}
# browser_open PAGE [light|dark] [WIDTHxHEIGHT]: a browser with the page. Everything that it stores is in
# TMPDIR, and is gone when the case ends.
browser_open() {
    local page=$1 scheme=${2:-light} size=${3:-1400x900} profile number=2
    [ "$scheme" = light ] && number=1
    [ "$scheme" = dark ] && number=0
    profile=$(mktemp -d)
    : >driver.log
    chromedriver --port=0 >driver.log 2>&1 &
    browser_driver=$!
    trap browser_close EXIT
    for ((k = 0; k < 100; k++)); do
        browser_port=$(sed -n 's/.* successfully on port \([0-9]*\)\..*/\1/p' driver.log)
        [ -z "$browser_port" ] || break
        sleep 0.1
    done
    session=
    session=/$(wd POST '' "$(jq -nc --arg profile "$profile" --arg size "${size/x/,}" --arg scheme "$number" '
        {capabilities: {alwaysMatch: {browserName: "chrome", "goog:loggingPrefs": {browser: "ALL"},
            "goog:chromeOptions": {args: ["--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--no-first-run", "--user-data-dir=" + $profile,
                "--blink-settings=preferredColorScheme=" + $scheme, "--window-size=" + $size]}}}}')" |
        jq -r .sessionId)
    wd POST "$session/url" "$(jq -nc --arg url "file://$page" '{url: $url}')" >/dev/null
}
browser_close() {
    [ -n "${browser_driver:-}" ] || return 0
    wd DELETE "$session" >/dev/null
    kill "$browser_driver" 2>/dev/null
    wait "$browser_driver" 2>/dev/null
    browser_driver=
    # Chromium may write a last time while it ends.
    rm -rf "${TMPDIR:?}"/* 2>/dev/null || { sleep 1 && rm -rf "${TMPDIR:?}"/*; }
}
# js TEXT: what the script returns, as jq -r prints it.
js() {
    wd POST "$session/execute/sync" "$(jq -nc --arg script "$1" '{script: $script, args: []}')" |
        jq -r 'if type == "object" and .error then .message else . end'
}
# element CSS: its number for the next requests.
element() {
    wd POST "$session/element" "$(jq -nc --arg css "$1" '{using: "css selector", value: $css}')" | jq -r '.[]'
}
click() { wd POST "$session/element/$(element "$1")/click" >/dev/null; }
# keys TEXT: typed where the focus is. KEY_DOWN and so on are those of the standard.
keys() {
    wd POST "$session/actions" "$(jq -nc --arg text "$1" '{actions: [{type: "key", id: "keyboard",
        actions: [$text | split("")[] | {type: ("keyDown", "keyUp"), value: .}]}]}')" >/dev/null
}
# hover CSS: the mouse goes to the middle of the element.
hover() {
    wd POST "$session/actions" "$(jq -nc --arg id "$(element "$1")" '{actions: [{type: "pointer", id: "mouse",
        parameters: {pointerType: "mouse"}, actions: [{type: "pointerMove", duration: 0, x: 0, y: 0,
        origin: {"element-6066-11e4-a52e-4f735466cecf": $id}}]}]}')" >/dev/null
}
KEY_DOWN=$'\ue015' KEY_UP=$'\ue013' KEY_LEFT=$'\ue012' KEY_RIGHT=$'\ue014' KEY_HOME=$'\ue011'
KEY_END=$'\ue010'
KEY_ENTER=$'\ue007' KEY_TAB=$'\ue004'
# screenshot FILE
screenshot() { wd GET "$session/screenshot" | jq -r . | base64 -d >"$1"; }
# What the browser complained of: errors of scripts, and what the content security policy refused.
complaints() { wd POST "$session/se/log" '{"type": "browser"}' | jq -r '.[].message'; }
