-- The loop: reads what the arena says, line by line, and answers its questions. You need not change it.

local choose = require("choose")
local Seat = require("seat")

io.stdout:setvbuf("no") -- no buffer: each answer is sent at once
local seat = Seat.new()
io.write("bot @NAME@ 1\n")
for line in io.lines() do -- ends with the input
  local words = {}
  for word in line:gmatch("%S+") do
    words[#words + 1] = word
  end
  local verb = table.remove(words, 1)
  if verb == "bye" or verb == "fault" then
    break
  elseif verb == "ask" then -- ask SEAT KIND WORD...
    table.remove(words, 1)
    local kind = table.remove(words, 1)
    io.write(choose(seat, kind, words), "\n")
  else
    seat:hear(verb, words)
  end
end
