#!/bin/sh
# The smallest bot: it answers every question with any of the words that it is offered.

set -f # a word such as `*` is a word: never put the names of files in its place

# Every command that is not built into the shell is a new process, a thousand times slower: one here, none in the loop.
random=$(od -An -N4 -tu4 /dev/urandom)

echo "bot random 1.0"
while read -r verb seat kind legal; do
    case $verb in
        ask)
            random=$(((random * 1103515245 + 12345) % 2147483648)) # not every shell has $RANDOM
            set -- $legal
            shift $((random / 65536 % $#))
            printf '%s\n' "$1"
            ;;
        bye) break ;;
    esac
done
