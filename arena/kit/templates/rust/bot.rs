//! The loop: reads what the arena says, line by line, and answers its questions. You need not change it.

mod choose;
mod seat;

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut seat = seat::Seat::default();
    let mut out = io::stdout().lock();
    writeln!(out, "bot @NAME@ 1")?; // standard output is sent line by line
    for line in io::stdin().lock().lines() {
        // ends with the input
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "bye" | "fault" => break,
            "ask" => {
                // ask SEAT KIND WORD...
                writeln!(out, "{}", choose::choose(&seat, words[2], &words[3..]))?;
                out.flush()?;
            }
            verb => seat.hear(verb, &words[1..]),
        }
    }
    Ok(())
}
