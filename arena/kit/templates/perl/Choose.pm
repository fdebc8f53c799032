# What the bot answers: this is yours to fill in. Use warn for notes; standard output is for the arena.
package Choose;
use strict;
use warnings;

# Return one of the legal words.
#
# $seat: what is known of the game (Seat.pm), such as $seat->{hand}, $seat->{table} and $seat->{trump}.
# $kind: what is asked, such as 'bid' or 'play'; the rules of the game name the kinds.
# @legal: the words that may be answered, such as ('pass', '6') or ('AS', 'KS').
sub choose {
    my ($seat, $kind, @legal) = @_;
    return $legal[0];
}

1;
