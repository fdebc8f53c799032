#!/bin/sh
# A test: run it with sh test_choose.sh.

set -f
. ./seat.sh
. ./choose.sh

fail() {
    echo "not ok: $1" >&2
    exit 1
}

while read -r line; do
    hear $line
done <<TOLD
game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000
note deal 1 dealer=0
show hand 2 AS KH 5H
note trump D
did 1 play 7D
did 2 play AS
TOLD
[ "$hand" = " KH 5H" ] || fail "hand: $hand"
[ "$table" = " 1:7D 2:AS" ] || fail "table: $table"
[ "$trump $ms" = "D 1000" ] || fail "trump and time: $trump $ms"
choose play KH 5H
[ "$answer" = KH ] || [ "$answer" = 5H ] || fail "answer: $answer"
echo ok
