#!/bin/bash
# Builds civetweb, and a server that is asked once (civetweb_request.c). Usage: civetweb.sh [FOLDER]
. "$(dirname "$0")/common.sh"
fetch civetweb
cd "$build/civetweb"
logged civetweb "$CC" -O1 -g -w -DNO_SSL -DNO_CGI -DNO_CACHING -Iinclude src/civetweb.c "$here/civetweb_request.c" \
    -lpthread -ldl -o request
runs "$build/civetweb/request"
