# A test: run it with perl test_choose.pl.
use strict;
use warnings;
use lib '.';
use Test::More tests => 4;
use Choose;
use Seat;

my $seat = Seat->new;
while (my $line = <DATA>) {
    $seat->hear(split ' ', $line);
}
is_deeply $seat->{hand}, ['KH', '5H'], 'hand';
is_deeply $seat->{table}, [['1', '7D'], ['2', 'AS']], 'table';
is "$seat->{trump} $seat->{ms}", 'D 1000', 'trump and time';
like Choose::choose($seat, 'play', 'KH', '5H'), qr/^(KH|5H)$/, 'the answer is legal';

__DATA__
game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000
note deal 1 dealer=0
show hand 2 AS KH 5H
note trump D
did 1 play 7D
did 2 play AS
