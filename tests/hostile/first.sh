#!/bin/sh
# An honest bot: the last legal word, always.
set -f
echo "bot shell 1"
while read -r line; do
    set -- $line
    case $1 in
        ask)
            for word; do :; done
            echo "$word"
            ;;
        bye | fault) exit ;;
    esac
done
