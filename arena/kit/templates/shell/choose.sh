# What the bot answers: this is yours to fill in. Write notes to >&2; standard output is for the arena.

# Put one of the legal words into $answer.
#
# $hand, $table, $trump and so on: what is known of the game (seat.sh).
# $1: what is asked, such as bid or play; the rules of the game name the kinds.
# The other words: those that may be answered, such as: pass 6
choose() {
    kind=$1
    shift
    answer=$1
}
