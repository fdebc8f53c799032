// What the seat knows: kept from the lines of the arena, for any game.
package main

import (
	"strconv"
	"strings"
)

// Seat is what one seat knows.
type Seat struct {
	game   string   // the name of the game
	me     string   // my seat
	seats  int      // how many seats there are
	ms     int      // the time for an answer in ms; 0 if there is no limit
	scores []int    // of the sides, after the last deal
	trump  string   // such as "S"; "" while there is none
	hand   []string // my cards
	table  []Played // the cards of this trick
	gone   []string // the cards played in this deal
}

// Played is a card on the table.
type Played struct{ seat, card string }

// hear takes in a line: its first word, and the others. Whatever is not known is ignored.
func (s *Seat) hear(verb string, words []string) {
	switch verb {
	case "game": // game ID NAME KEY=VALUE...
		s.sitDown(words)
	case "clock": // clock MOVE_MS BANK_MS
		s.ms = number(words[0])
	case "note": // note KIND VALUE...
		s.note(words[0], words[1:])
	case "show": // show KIND OWNER CARD...
		s.see(words[0], words[1], words[2:])
	case "did": // did SEAT KIND WORD
		s.watch(words[0], words[1], words[2])
	}
}

func number(word string) int {
	value, _ := strconv.Atoi(word)
	return value
}

func (s *Seat) sitDown(words []string) {
	*s = Seat{game: words[1]}
	for _, word := range words[2:] {
		place := strings.Index(word, "=")
		switch value := word[place+1:]; word[:place] {
		case "seat":
			s.me = value
		case "seats":
			s.seats = number(value)
		case "move_ms":
			s.ms = number(value)
		}
	}
}

// note takes in a public fact.
func (s *Seat) note(kind string, values []string) {
	switch kind {
	case "deal":
		s.trump, s.hand, s.table, s.gone = "", nil, nil, nil
	case "trump":
		s.trump = values[0]
	case "trick":
		s.table = nil
	case "scores":
		s.scores = nil
		for _, value := range values {
			s.scores = append(s.scores, number(value))
		}
	}
}

// see takes in cards that I see now: my hand, and what comes to it.
func (s *Seat) see(kind, owner string, cards []string) {
	mine := owner == s.me
	switch {
	case kind == "hand" && mine:
		s.hand = cards
	case kind == "kitty", kind == "hole", mine && (kind == "drawn" || kind == "taken"):
		s.hand = append(s.hand, cards...)
	}
}

// watch takes in what a seat did. My own answers come back in this way too.
func (s *Seat) watch(seat, kind, word string) {
	if kind == "play" && (word[0] < 'a' || word[0] > 'z') { // a word such as truc is no card
		s.table = append(s.table, Played{seat, word})
		s.gone = append(s.gone, word)
	}
	if seat == s.me && kind != "bid" && kind != "call" {
		for place, card := range s.hand {
			if card == word {
				s.hand = append(s.hand[:place], s.hand[place+1:]...)
				break
			}
		}
	}
}
