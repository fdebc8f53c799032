# A test: run it with ruby test_choose.rb.

require_relative "choose"
require_relative "seat"

LINES = <<~TOLD
  game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000
  note deal 1 dealer=0
  show hand 2 AS KH 5H
  note trump D
  did 1 play 7D
  did 2 play AS
TOLD

seat = Seat.new
LINES.each_line do |line|
  verb, *words = line.split
  seat.hear(verb, words)
end
raise "hand" unless seat.hand == %w[KH 5H]
raise "table" unless seat.table == [%w[1 7D], %w[2 AS]]
raise "trump" unless seat.trump == "D"
raise "time" unless seat.ms == 1000
raise "answer" unless %w[KH 5H].include?(choose(seat, "play", %w[KH 5H]))

puts "ok"
