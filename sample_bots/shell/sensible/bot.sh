#!/bin/sh
# A bot that plays Kaiser and Two Hundred with sense, and any other game legally.
#
# This file only talks. What was seen is in table.sh; what to do about it is in one file for each game.
#
# No process is started here: a command that is not built into the shell, or a `$(...)`, would cost more than all the
# thinking. So a function that finds something leaves it in the variable of its own name, and those that choose leave
# their word in `answer`. Lists are words with spaces between them; unquoted, they fall apart into their words.

set -f # a word such as `*` is a word: never put the names of files in its place

. ./cards.sh
. ./table.sh
. ./tricks.sh

# Send one line. The shell writes at once; in a language that keeps output in a buffer, flush it, or it waits there
# until the clock has run out. Standard output belongs to the protocol: what you want to look at goes to >&2.
say() {
    printf '%s\n' "$1"
}

# Choose one of the legal words; SEAT is whose hand the question is about, nearly always mine.
choose() { # SEAT KIND WORD...
    asked=$1 kind=$2 answer=
    shift 2
    if [ "$known" = yes ] && [ $# -gt 1 ]; then
        case $kind in
            bid) choose_bid "$asked" "$@" ;;
            trump) choose_trump "$asked" "$@" ;;
            call) choose_call "$asked" "$@" ;;
            discard) choose_discard "$asked" "$@" ;;
            play) choose_card "$asked" "$@" ;;
        esac
    fi
    [ -z "$answer" ] && careful "$@"
}

# Choose a word that promises nothing: the answer to a question that this bot was not made for.
careful() { # WORD...
    pick pass "$@"
    [ "$answer" = pass ] || pick take "$@"
}

# Choose a word if it is legal, else the first that is.
pick() { # WANTED WORD...
    wanted=$1 answer=$2
    shift
    for word; do
        [ "$word" = "$wanted" ] && answer=$word
    done
}

# Read the file of a game, if there is one: it brings the functions that choose.
learn() { # NAME
    known=yes
    case $1 in
        kaiser) . ./kaiser.sh ;;
        two-hundred) . ./two_hundred.sh ;;
        *) known=no ;;
    esac
}

# Greet, then listen until `bye` or the end of the input; speak only when asked.
known=no
say "bot sensible 1.0"
while read -r verb words; do
    set -- $words
    case $verb in
        ask)
            # The clock runs from here until the answer is out.
            choose "$@"
            say "$answer"
            ;;
        bye) break ;;
        game)
            learn "$2"
            hear "$verb" "$@"
            ;;
        *) [ "$known" = yes ] && hear "$verb" "$@" ;;
    esac
done
