-- What the seat knows: kept from the lines of the arena, for any game.
--
-- game: the name of the game.   me: my seat, as a text.   seats: how many seats there are.
-- ms: the time for an answer in ms; 0 if there is no limit.   scores: of the sides, after the last deal.
-- trump: such as "S"; "" while there is none.   hand: my cards.
-- table: the cards of this trick, as {seat, card}.   gone: the cards played in this deal.

local Seat = {}
Seat.__index = Seat

function Seat.new()
  return setmetatable({}, Seat):new_game("", {})
end

function Seat:new_game(game, told)
  self.game = game
  self.me = told.seat or "0"
  self.seats = tonumber(told.seats or 0)
  self.ms = tonumber(told.move_ms or 0)
  self.scores = {}
  return self:new_deal()
end

function Seat:new_deal()
  self.trump, self.hand, self.table, self.gone = "", {}, {}, {}
  return self
end

-- Take in a line: its first word, and the others. Whatever is not known is ignored.
function Seat:hear(verb, words)
  if verb == "game" then -- game ID NAME KEY=VALUE...
    local told = {}
    for i = 3, #words do
      local key, value = words[i]:match("^(.-)=(.*)$")
      told[key] = value
    end
    self:new_game(words[2], told)
  elseif verb == "clock" then -- clock MOVE_MS BANK_MS
    self.ms = tonumber(words[1])
  elseif verb == "note" then -- note KIND VALUE...
    self:note(words)
  elseif verb == "show" then -- show KIND OWNER CARD...
    self:see(words)
  elseif verb == "did" then -- did SEAT KIND WORD
    self:watch(words[1], words[2], words[3])
  end
end

-- Take in a public fact: its kind and its values.
function Seat:note(words)
  if words[1] == "deal" then
    self:new_deal()
  elseif words[1] == "trump" then
    self.trump = words[2]
  elseif words[1] == "trick" then
    self.table = {}
  elseif words[1] == "scores" then
    self.scores = {}
    for i = 2, #words do
      self.scores[i - 1] = tonumber(words[i])
    end
  end
end

-- Take in cards that I see now: my hand, and what comes to it.
function Seat:see(words)
  local kind, mine = words[1], words[2] == self.me
  if kind == "hand" and mine then
    self.hand = {}
  elseif not (kind == "kitty" or kind == "hole" or (mine and (kind == "drawn" or kind == "taken"))) then
    return
  end
  for i = 3, #words do
    self.hand[#self.hand + 1] = words[i]
  end
end

-- Take in what a seat did. My own answers come back in this way too.
function Seat:watch(seat, kind, word)
  if kind == "play" and not word:find("^%l") then -- a word such as truc is no card
    self.table[#self.table + 1] = { seat, word }
    self.gone[#self.gone + 1] = word
  end
  if seat == self.me and kind ~= "bid" and kind ~= "call" then
    for i = 1, #self.hand do
      if self.hand[i] == word then
        table.remove(self.hand, i)
        break
      end
    end
  end
end

return Seat
