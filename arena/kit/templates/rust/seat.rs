//! What the seat knows: kept from the lines of the arena, for any game.
#![allow(dead_code)] // until you use all of it

#[derive(Default, Debug)]
pub struct Seat {
    /// The name of the game.
    pub game: String,
    /// My seat.
    pub me: String,
    /// How many seats there are.
    pub seats: usize,
    /// The time for an answer in ms; 0 if there is no limit.
    pub ms: u64,
    /// The scores of the sides after the last deal.
    pub scores: Vec<i64>,
    /// Such as "S"; "" while there is none.
    pub trump: String,
    /// My cards.
    pub hand: Vec<String>,
    /// The cards of this trick, each after its seat.
    pub table: Vec<(String, String)>,
    /// The cards played in this deal.
    pub gone: Vec<String>,
}

impl Seat {
    /// Take in a line: its first word, and the others. Whatever is not known is ignored.
    pub fn hear(&mut self, verb: &str, words: &[&str]) {
        match verb {
            "game" => self.sit_down(words),                       // game ID NAME KEY=VALUE...
            "clock" => self.ms = words[0].parse().unwrap_or(0),   // clock MOVE_MS BANK_MS
            "note" => self.note(words[0], &words[1..]),           // note KIND VALUE...
            "show" => self.see(words[0], words[1], &words[2..]),  // show KIND OWNER CARD...
            "did" => self.watch(words[0], words[1], words[2]),    // did SEAT KIND WORD
            _ => {}
        }
    }

    fn sit_down(&mut self, words: &[&str]) {
        *self = Seat { game: words[1].to_string(), ..Seat::default() };
        for (key, value) in words.iter().filter_map(|word| word.split_once('=')) {
            match key {
                "seat" => self.me = value.to_string(),
                "seats" => self.seats = value.parse().unwrap_or(0),
                "move_ms" => self.ms = value.parse().unwrap_or(0),
                _ => {}
            }
        }
    }

    /// Take in a public fact.
    fn note(&mut self, kind: &str, values: &[&str]) {
        match kind {
            "deal" => {
                self.trump.clear();
                self.hand.clear();
                self.table.clear();
                self.gone.clear();
            }
            "trump" => self.trump = values[0].to_string(),
            "trick" => self.table.clear(),
            "scores" => self.scores = values.iter().filter_map(|value| value.parse().ok()).collect(),
            _ => {}
        }
    }

    /// Take in cards that I see now: my hand, and what comes to it.
    fn see(&mut self, kind: &str, owner: &str, cards: &[&str]) {
        match (kind, owner == self.me) {
            ("hand", true) => self.hand.clear(),
            ("kitty" | "hole", _) | ("drawn" | "taken", true) => {}
            _ => return,
        }
        self.hand.extend(cards.iter().map(|card| card.to_string()));
    }

    /// Take in what a seat did. My own answers come back in this way too.
    fn watch(&mut self, seat: &str, kind: &str, word: &str) {
        if kind == "play" && !word.starts_with(|c: char| c.is_ascii_lowercase()) {
            // a word such as truc is no card
            self.table.push((seat.to_string(), word.to_string()));
            self.gone.push(word.to_string());
        }
        if seat == self.me && kind != "bid" && kind != "call" {
            if let Some(place) = self.hand.iter().position(|card| card == word) {
                self.hand.remove(place);
            }
        }
    }
}
