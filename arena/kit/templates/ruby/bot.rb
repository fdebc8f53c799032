# The loop: reads what the arena says, line by line, and answers its questions. You need not change it.

require_relative "choose"
require_relative "seat"

$stdout.sync = true # no buffer: each answer is sent at once
seat = Seat.new
puts "bot @NAME@ 1"
while (line = $stdin.gets) # ends with the input
  verb, *words = line.split
  break if %w[bye fault].include?(verb)

  if verb == "ask" # ask SEAT KIND WORD...
    puts choose(seat, words[1], words[2..])
  else
    seat.hear(verb, words)
  end
end
