#!/bin/sh
# Lists the C sources below a folder, sorted, so that nobody keeps a list by hand.
# Usage: list-sources.sh lib | cli | unit | oracle      (paths relative to the top of the tree)
set -eu
cd "$(dirname "$0")/.."
case "${1:-lib}" in
lib) find src -name '*.c' ! -path src/cli/main.c | LC_ALL=C sort ;;
cli) if [ -f src/cli/main.c ]; then echo src/cli/main.c; fi ;;
unit) if [ -d tests/unit ]; then find tests/unit -name 'test_*.c' | LC_ALL=C sort; fi ;;
oracle) find tests/oracle -name '*.c' | LC_ALL=C sort ;;
*) echo "list-sources.sh: unknown set '$1'" >&2; exit 2 ;;
esac
