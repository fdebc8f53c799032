//! What the bot answers: this is yours to fill in. Use eprintln! for notes; standard output is for the arena.

use crate::seat::Seat;

/// Return one of the legal words.
///
/// seat: what is known of the game (seat.rs), such as seat.hand, seat.table and seat.trump.
/// kind: what is asked, such as "bid" or "play"; the rules of the game name the kinds.
/// legal: the words that may be answered, such as ["pass", "6"] or ["AS", "KS"].
pub fn choose<'a>(_seat: &Seat, _kind: &str, legal: &[&'a str]) -> &'a str {
    legal[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000
note deal 1 dealer=0
show hand 2 AS KH 5H
note trump D
did 1 play 7D
did 2 play AS";

    fn seated() -> Seat {
        let mut seat = Seat::default();
        for line in LINES.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            seat.hear(words[0], &words[1..]);
        }
        seat
    }

    #[test]
    fn the_seat_knows_what_it_was_told() {
        let seat = seated();
        assert_eq!(seat.hand, ["KH", "5H"]);
        assert_eq!(seat.table[0], ("1".to_string(), "7D".to_string()));
        assert_eq!((seat.trump.as_str(), seat.ms), ("D", 1000));
    }

    #[test]
    fn the_answer_is_legal() {
        assert!(["KH", "5H"].contains(&choose(&seated(), "play", &["KH", "5H"])));
    }
}
