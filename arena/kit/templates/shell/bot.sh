#!/bin/sh
# The loop: reads what the arena says, line by line, and answers its questions. You need not change it.

set -f # do not replace a word such as * by the names of files
. ./seat.sh
. ./choose.sh

echo "bot @NAME@ 1"
while read -r verb words; do # ends with the input
    case $verb in
        bye | fault) break ;;
        ask) # ask SEAT KIND WORD...
            set -- $words
            shift
            choose "$@"
            printf '%s\n' "$answer"
            ;;
        *) hear "$verb" $words ;;
    esac
done
