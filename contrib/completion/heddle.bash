# Completion of heddle for bash. It knows nothing itself: commands, options and their values are read
# from `heddle --help` and `heddle COMMAND --help`, which take a few milliseconds.

# _heddle_commands: the commands.
_heddle_commands() { "$1" --help 2>/dev/null | sed -n '/^commands:/,/^$/s/^  \([a-z]\{1,\}\) .*/\1/p'; }
# _heddle_options HEDDLE COMMAND: its options; those with a value end in "=".
_heddle_options() {
    "$1" "$2" --help 2>/dev/null | sed -n 's/^  \(-[a-z], \)\{0,1\}\(--[a-z-]\{1,\}\)\([=[]\{0,1\}\).*/\2\3/p' | tr -d '['
}
# _heddle_values HEDDLE COMMAND OPTION: the values among which an option chooses.
_heddle_values() {
    if [ "$3" = --strategy ] || [ "$3" = --checks ]; then
        case $3 in
        --strategy) echo auto por unfold contextual dpor interference sequential dfs random ;;
        *) echo all none assertion memory race deadlock api abort arithmetic hang unreachable uninitialised overflow leak ;;
        esac
        return
    fi
    "$1" "$2" --help 2>/dev/null | sed -n "s/^  $3=\([a-z|-]*|[a-z|-]*\).*/\1/p" | tr '|' ' '
}

_heddle() {
    local heddle=${COMP_WORDS[0]} command=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]}
    local before=${COMP_WORDS[COMP_CWORD - 1]} option=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_heddle_commands "$heddle") --help --version" -- "$word")
        return
    fi
    # bash takes "=" for a word of its own.
    if [ "$word" = = ]; then
        option=$before word=
    elif [ "$before" = = ]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if [[ $option == --* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_heddle_values "$heddle" "$command" "$option")" -- "$word")
        [ "${#COMPREPLY[@]}" -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_heddle_options "$heddle" "$command")" -- "$word")
        [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        compopt -o filenames
    fi
}
complete -F _heddle heddle
