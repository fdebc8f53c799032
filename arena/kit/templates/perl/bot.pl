# The loop: reads what the arena says, line by line, and answers its questions. You need not change it.
use strict;
use warnings;
use lib '.';
use Choose;
use Seat;

$| = 1;    # no buffer: each answer is sent at once
my $seat = Seat->new;
print "bot @NAME@ 1\n";
while (my $line = <STDIN>) {    # ends with the input
    my ($verb, @words) = split ' ', $line;
    next unless defined $verb;
    last if $verb eq 'bye' or $verb eq 'fault';
    if ($verb eq 'ask') {       # ask SEAT KIND WORD...
        my (undef, $kind, @legal) = @words;
        print Choose::choose($seat, $kind, @legal), "\n";
    }
    else {
        $seat->hear($verb, @words);
    }
}
