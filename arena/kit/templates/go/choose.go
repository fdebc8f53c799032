// What the bot answers: this is yours to fill in. Write notes to os.Stderr; standard output is for the arena.
package main

// choose returns one of the legal words.
//
// seat: what is known of the game (seat.go), such as seat.hand, seat.table and seat.trump.
// kind: what is asked, such as "bid" or "play"; the rules of the game name the kinds.
// legal: the words that may be answered, such as "pass" and "6", or "AS" and "KS".
func choose(seat *Seat, kind string, legal []string) string {
	return legal[0]
}
