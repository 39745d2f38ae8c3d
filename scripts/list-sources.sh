#!/bin/sh
# Lists the C sources below a folder, sorted, so that nobody keeps a list by hand.
# Usage: list-sources.sh lib | front-end | z3 | postgres | cli | unit | oracle   (paths relative to the top)
set -eu
cd "$(dirname "$0")/.."
# What uses LLVM, a plug-in of its own.
asm='src/program/asm/asm_(lower|operands|flow|top|values|instructions|arithmetic|moves|bits|vectors).c'
front_end="src/(program/(front_end|link|prepare|decode)|analysis)/.*|$asm"
case "${1:-lib}" in
lib)
    find src -name '*.c' ! -path src/cli/main.c ! -name 'z3_*.c' ! -name '*_postgres.c' |
        grep -vE "^($front_end)\$" | LC_ALL=C sort
    ;;
front-end) find src -name '*.c' | grep -E "^($front_end)\$" | LC_ALL=C sort ;;
z3) echo src/solver/backends/z3_backend.c src/solver/backends/z3_floats.c ;;
postgres) echo src/store/sql/sql_postgres.c ;;
cli) if [ -f src/cli/main.c ]; then echo src/cli/main.c; fi ;;
unit) if [ -d tests/unit ]; then find tests/unit -name 'test_*.c' | LC_ALL=C sort; fi ;;
oracle) find tests/oracle -name '*.c' | LC_ALL=C sort ;;
*) echo "list-sources.sh: unknown set '$1'" >&2; exit 2 ;;
esac
