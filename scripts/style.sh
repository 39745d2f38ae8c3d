#!/bin/bash
# Figures of the style of src/ and runtime/: sizes of functions and files, long lines, invariants, names of
# functions that several files define, long sentences. A function is found by the format: its definition
# begins in column 0 and ends with a brace in column 0; what macros define is not counted. A header and the
# source of the same name are one file here.
# Usage: style.sh             prints the table
#        style.sh --names     prints the names that several files of src/ define, each with its files
#        style.sh --circles   prints the circles of calls between files of a room (a top folder of src/), each
#                             with its calls. Calls by a pointer or a table are none.
#        style.sh --check     prints a line for each definition whose name another file of src/ has, too
#                             (exit status 1 where there is one)
set -u
cd "$(dirname "$0")/.." || exit 2
export LC_ALL=C

sources() { find "$1" -name '*.[ch]' | sort; }

# A line for each function of a folder: name, file, first line, last line.
functions() {
    sources "$1" | xargs awk '
        function name_of(head) {
            # What is given to the linker or the compiler before the name has parentheses, too.
            gsub(/__attribute__\(\([^()]*(\([^()]*\)[^()]*)*\)\)|[A-Z][A-Z_]+\([^()]*\) /, "", head)
            if (match(head, /\(\*[a-z_0-9]+\(/)) return substr(head, RSTART + 2, RLENGTH - 3)
            sub(/ *\(.*/, "", head)
            sub(/.*[^A-Za-z_0-9]/, "", head)
            return head
        }
        FNR == 1 { inside = continued = 0; head = "" }
        continued || /^#/ { continued = /\\$/; next }
        inside {
            if (/^}/) { print name, FILENAME, first, FNR; inside = 0 }
            next
        }
        head != "" { head = head " " $0 }
        head == "" && /^[A-Za-z_]/ { head = $0; first = FNR }
        head == "" { next }
        /\{$/ || /\{.*\}$/ {
            sub(/ *\{.*/, "", head)
            if (head ~ /\)$/ && head !~ /=|^(typedef|enum|union) /) {
                name = name_of(head)
                if (/\{$/) inside = 1
                else print name, FILENAME, first, FNR
            }
            head = ""
        }
        /;$/ { head = "" }'
}

# A line for each function of src/ whose name another file has, too: name, place, the other files.
shared_names() {
    functions src | awk '
        $1 ~ /[a-z]/ {
            unit = $2
            sub(/\.[ch]$/, "", unit)
            if (!(($1, unit) in seen)) {
                seen[$1, unit] = 1
                name[++n] = $1; file[n] = $2; line[n] = $3
                files[$1] = files[$1] " " $2
                count[$1]++
            }
        }
        END {
            for (k = 1; k <= n; k++) {
                if (count[name[k]] < 2) continue
                others = files[name[k]] " "
                at = index(others, " " file[k] " ")
                others = substr(others, 1, at) substr(others, at + length(file[k]) + 2)
                gsub(/^ | $/, "", others)
                print name[k], file[k] ":" line[k], others
            }
        }' | sort
}

# A line for each function that a function of another file of src/ calls: the caller's file, the file that
# defines it, and its name. $1: a file for the list of functions.
calls_between_files() {
    functions src >"$1"
    awk '
        FNR == NR {
            home[$1] = $2
            within[$2] = within[$2] " " $3 ":" $4
            next
        }
        FNR == 1 {
            unit = FILENAME
            n = split(within[FILENAME], part, " ")
            k = 1
            comment = 0
        }
        {
            while (k <= n) { split(part[k], edge, ":"); if (FNR <= edge[2] + 0) break; k++ }
            if (k > n || FNR < edge[1] + 0) next
            line = $0
            if (comment) { if (!sub(/^.*\*\//, "", line)) next; comment = 0 }
            gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", line)
            gsub(/"([^"\\]|\\.)*"/, "", line)
            if (sub(/\/\*.*/, "", line)) comment = 1
            while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
                word = substr(line, RSTART, RLENGTH)
                before = RSTART > 1 ? substr(line, RSTART - 1, 1) : ""
                line = substr(line, RSTART + RLENGTH)
                # Not a member, which is a call by a table.
                if (before == "." || before == ">" || !(word in home) || home[word] == unit) continue
                if (line !~ /^\(/) continue
                print unit, home[word], word
            }
        }' "$1" $(sources src) | sort -u
}

# The circles: files of a room each of which leads to each other one, and the calls between them.
circles() {
    local list
    list=$(mktemp)
    calls_between_files "$list" | awk '
        function room(unit) { split(unit, part, "/"); return part[2] }
        room($1) == room($2) {
            if (!($1 SUBSEP $2 in calls)) to[$1] = to[$1] " " $2
            calls[$1, $2] = calls[$1, $2] " " $3
            units[$1]
            units[$2]
        }
        function mark(from,    n, k, next_one) {
            n = split(to[from], next_one, " ")
            for (k = 1; k <= n; k++)
                if (!((start, next_one[k]) in leads)) { leads[start, next_one[k]]; mark(next_one[k]) }
        }
        END {
            for (start in units) mark(start)
            for (x in units)
                for (y in units)
                    if ((x, y) in leads && (y, x) in leads && (!(x in first) || y < first[x])) first[x] = y
            # A header and the source of the same name alone are no circle.
            for (x in first) {
                unit = x
                sub(/\.[ch]$/, "", unit)
                names = first[x]
                if (!(names in one)) one[names] = unit
                else if (one[names] != unit) several[names]
            }
            for (x in first) for (y in first)
                if (x != y && first[x] == first[y] && first[x] in several && (x, y) in calls)
                    print first[x] ": " x " -> " y ":" calls[x, y]
        }' | sort
    rm "$list"
}

# The text of all comments of a folder, an empty line behind each.
comments() {
    sources "$1" | xargs awk '
        function tell(text) { sub(/^ *\*+ ?/, "", text); print text }
        FNR == 1 { inside = 0 }
        {
            rest = $0
            while (rest != "") {
                if (inside) {
                    end = index(rest, "*/")
                    tell(end ? substr(rest, 1, end - 1) : rest)
                    if (!end) break
                    inside = 0
                    print ""
                    rest = substr(rest, end + 2)
                } else if (match(rest, /"([^"\\]|\\.)*"|\/\*|\/\//)) {
                    found = substr(rest, RSTART, 2)
                    rest = substr(rest, RSTART + RLENGTH)
                    if (found == "//") { tell(rest); print ""; break }
                    inside = found == "/*"
                } else {
                    break
                }
            }
            if (inside && $0 ~ /^ *\**$/) print ""
        }'
}

# The text of the documentation without its examples; a cell of a table, or an item of a list, is a text of
# its own.
documentation() {
    cat docs/*.md README.md CONTRIBUTING.md | awk '
        /^ *```/ { code = !code; print ""; next }
        code { next }
        /^ *([-*#|]|[0-9]+\.) ?/ { print "" }
        /^ *\|/ { gsub(/\|/, "\n\n") }
        { print }'
}

# How many sentences of a text have more than 30 words.
long_sentences() {
    awk 'function end() { n += words > 30; words = 0 }
        NF == 0 { end() }
        { for (k = 1; k <= NF; k++) { words += $k ~ /[A-Za-z0-9]/; if ($k ~ /[.!?]["`)*]*$/) end() } }
        END { end(); print n + 0 }'
}

# The quantile at a fraction (0.5: the median) of the numbers that it reads.
quantile() {
    sort -n | awk -v q="$1" '{ x[NR] = $1 } END { k = int(q * NR); print NR ? x[k < NR ? k + 1 : NR] : 0 }'
}
file_lines() { sources "$1" | xargs wc -l | awk '$2 != "total" { print $1 }'; }
function_lines() { functions "$1" | awk '{ print $4 - $3 + 1 }'; }
long_lines() { sources "$1" | LC_ALL=C.UTF-8 xargs grep -hE '^.{101,}'; }
invariants() {
    sources "$1" | xargs cat |
        awk '/invariant\(/ && !/#define/ { n++ } END { printf "%.1f\n", 1000 * n / NR }'
}

row() { printf '%-44s %8s %8s\n' "$@"; }
# quantiles TEXT FRACTION COMMAND: of the numbers that the command prints for a folder.
quantiles() { row "$1" "$("$3" src | quantile "$2")" "$("$3" runtime | quantile "$2")"; }
# counts TEXT COMMAND: of the lines that it prints for a folder.
counts() { row "$1" "$("$2" src | wc -l)" "$("$2" runtime | wc -l)"; }
names() { shared_names | awk '$1 != last { last = $1; sub(/:[0-9]*$/, "", $2); print }'; }
large_files() { file_lines "$1" | awk '$1 > 600'; }

table() {
    row '' src runtime
    counts 'files' file_lines
    quantiles 'lines of a file: median' 0.5 file_lines
    quantiles 'lines of a file: most' 1 file_lines
    counts 'files of more than 600 lines' large_files
    counts 'functions' function_lines
    quantiles 'lines of a function: median' 0.5 function_lines
    quantiles 'lines of a function: 99 of 100 have at most' 0.99 function_lines
    quantiles 'lines of a function: most' 1 function_lines
    counts 'lines of more than 100 columns' long_lines
    row 'invariants for 1,000 lines' "$(invariants src)" "$(invariants runtime)"
    row 'names of functions that several files define' "$(names | wc -l)" -
    row 'definitions of those' "$(shared_names | wc -l)" -
    row 'sentences of more than 30 words: comments' \
        "$(comments src | long_sentences)" "$(comments runtime | long_sentences)"
    row 'sentences of more than 30 words: docs' "$(documentation | long_sentences)" -
}

case ${1:-} in
'') table ;;
--names) names ;;
--circles)
    circles | awk -F': ' '
        $1 != last { print "circle " ++n ":"; last = $1 }
        { sub(/^[^:]*: /, ""); print "  " $0 }
        END { print n + 0 " circles" }' ;;
--check)
    shared_names | awk '
        { sub(/^ */, ""); name = $1; place = $2; $1 = $2 = ""; sub(/^ */, "") }
        { print place ": " name " is defined in " $0 ", too" }
        END { exit NR > 0 }' ;;
*) echo 'usage: style.sh [--names | --circles | --check]' >&2; exit 2 ;;
esac
