# What the seat knows: kept from the lines of the arena, for any game.
#
# game: the name of the game.   me: my seat.   seats: how many seats there are.
# ms: the time for an answer in ms; 0 if there is no limit.   scores: of the sides, after the last deal.
# trump: such as 'S'; '' while there is none.   hand: my cards.
# table: the cards of this trick, as [seat, card].   gone: the cards played in this deal.
package Seat;
use strict;
use warnings;

sub new {
    my $self = bless {}, shift;
    return $self->new_game('');
}

sub new_game {
    my ($self, $game, %told) = @_;
    @$self{qw(game me seats ms)} = ($game, $told{seat} // 0, $told{seats} // 0, $told{move_ms} // 0);
    $self->{scores} = [];
    return $self->new_deal;
}

sub new_deal {
    my $self = shift;
    @$self{qw(trump hand table gone)} = ('', [], [], []);
    return $self;
}

# Take in a line: its first word, and the others. Whatever is not known is ignored.
sub hear {
    my ($self, $verb, $first, $second, @rest) = @_;
    if    ($verb eq 'game')  { $self->new_game($second, map { split /=/, $_, 2 } @rest) }    # game ID NAME KEY=VALUE...
    elsif ($verb eq 'clock') { $self->{ms} = $first }                                        # clock MOVE_MS BANK_MS
    elsif ($verb eq 'note')  { $self->note($first, defined $second ? ($second, @rest) : ()) }    # note KIND VALUE...
    elsif ($verb eq 'show')  { $self->see($first, $second, @rest) }                          # show KIND OWNER CARD...
    elsif ($verb eq 'did')   { $self->watch($first, $second, @rest) }                        # did SEAT KIND WORD
    return;
}

# Take in a public fact.
sub note {
    my ($self, $kind, @values) = @_;
    if    ($kind eq 'deal')   { $self->new_deal }
    elsif ($kind eq 'trump')  { $self->{trump}  = $values[0] }
    elsif ($kind eq 'trick')  { $self->{table}  = [] }
    elsif ($kind eq 'scores') { $self->{scores} = [@values] }
    return;
}

# Take in cards that I see now: my hand, and what comes to it.
sub see {
    my ($self, $kind, $owner, @cards) = @_;
    my $mine = $owner eq $self->{me};
    if    ($kind eq 'hand' and $mine) { $self->{hand} = [@cards] }
    elsif ($kind =~ /^(kitty|hole)$/ or $mine and $kind =~ /^(drawn|taken)$/) { push @{ $self->{hand} }, @cards }
    return;
}

# Take in what a seat did. My own answers come back in this way too.
sub watch {
    my ($self, $seat, $kind, $word) = @_;
    if ($kind eq 'play' and $word !~ /^[a-z]/) {    # a word such as truc is no card
        push @{ $self->{table} }, [$seat, $word];
        push @{ $self->{gone} },  $word;
    }
    if ($seat eq $self->{me} and $kind !~ /^(bid|call)$/) {
        my $found = 0;
        $self->{hand} = [grep { $_ ne $word or $found++ } @{ $self->{hand} }];
    }
    return;
}

1;
