-- A test: run it with lua test_choose.lua.

local choose = require("choose")
local Seat = require("seat")

local LINES = [[
game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000
note deal 1 dealer=0
show hand 2 AS KH 5H
note trump D
did 1 play 7D
did 2 play AS
]]

local seat = Seat.new()
for line in LINES:gmatch("[^\n]+") do
  local words = {}
  for word in line:gmatch("%S+") do
    words[#words + 1] = word
  end
  seat:hear(table.remove(words, 1), words)
end
assert(table.concat(seat.hand, " ") == "KH 5H")
assert(#seat.table == 2 and seat.table[1][2] == "7D" and seat.table[2][1] == "2")
assert(seat.trump == "D" and seat.ms == 1000)
local answer = choose(seat, "play", { "KH", "5H" })
assert(answer == "KH" or answer == "5H")
print("ok")
