#!/bin/sh
# A bot that plays Kaiser and Two Hundred sensibly, and any other game legally.
#
# This file only reads and writes messages. table.sh keeps what was seen, and each game has a file that decides.
#
# No process is started here: a command that is not built into the shell, or a `$(...)`, would take longer than all the
# thinking. So a function that computes something leaves it in the variable with its own name, and functions that choose
# leave their word in `answer`. Lists are words with spaces between them; without quotes, the shell splits them.

set -f # do not replace a word such as `*` by the names of files

. ./cards.sh
. ./table.sh
. ./tricks.sh

# Send one line. The shell writes at once; in a language that buffers output, flush it, or it stays in the buffer until
# the time is up. Standard output belongs to the protocol: print your own messages to >&2.
say() {
    printf '%s\n' "$1"
}

# Choose one of the legal words; SEAT is the seat whose hand the question is about, nearly always mine.
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

# Choose a word that commits to nothing, for questions that this bot does not know.
careful() { # WORD...
    pick pass "$@"
    [ "$answer" = pass ] || pick take "$@"
}

# Choose a word if it is legal, else the first legal word.
pick() { # WANTED WORD...
    wanted=$1 answer=$2
    shift
    for word; do
        [ "$word" = "$wanted" ] && answer=$word
    done
}

# Read the file of a game, if there is one. It defines the functions that choose.
learn() { # NAME
    known=yes
    case $1 in
        kaiser) . ./kaiser.sh ;;
        two-hundred) . ./two_hundred.sh ;;
        *) known=no ;;
    esac
}

# Greet, then read messages until `bye` or the end of the input; write only answers.
known=no
say "bot sensible 1.0"
while read -r verb words; do
    set -- $words
    case $verb in
        ask)
            # The clock runs from here until the answer has been sent.
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
