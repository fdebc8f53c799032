package main

import (
	"reflect"
	"strings"
	"testing"
)

const lines = `game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000
note deal 1 dealer=0
show hand 2 AS KH 5H
note trump D
did 1 play 7D
did 2 play AS`

func seated() *Seat {
	seat := &Seat{}
	for _, line := range strings.Split(lines, "\n") {
		words := strings.Fields(line)
		seat.hear(words[0], words[1:])
	}
	return seat
}

func TestTheSeatKnowsWhatItWasTold(t *testing.T) {
	seat := seated()
	if !reflect.DeepEqual(seat.hand, []string{"KH", "5H"}) {
		t.Error("hand:", seat.hand)
	}
	if !reflect.DeepEqual(seat.table, []Played{{"1", "7D"}, {"2", "AS"}}) {
		t.Error("table:", seat.table)
	}
	if seat.trump != "D" || seat.ms != 1000 {
		t.Error("trump and time:", seat.trump, seat.ms)
	}
}

func TestTheAnswerIsLegal(t *testing.T) {
	if answer := choose(seated(), "play", []string{"KH", "5H"}); answer != "KH" && answer != "5H" {
		t.Error("answer:", answer)
	}
}
