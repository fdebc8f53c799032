#!/bin/sh
# The smallest bot: it answers every question with a random legal word.

set -f # do not replace a word such as `*` by the names of files

# A command that is not built into the shell starts a process and is a thousand times slower. So the loop has none.
random=$(od -An -N4 -tu4 /dev/urandom)

echo "bot random 1.1"
while read -r verb seat kind legal; do
    case $verb in
        game) # game ID NAME KEY=VALUE...; with its seed, the same game is the same again
            case $legal in
                *" seed="*)
                    seed=${legal#*" seed="}
                    random=$((0x${seed%"${seed#???????}"})) # of its first seven digits
                    ;;
            esac
            ;;
        ask)
            random=$(((random * 1103515245 + 12345) % 2147483648)) # not every shell has $RANDOM
            set -- $legal
            shift $((random / 65536 % $#))
            printf '%s\n' "$1"
            ;;
        bye) break ;;
    esac
done
