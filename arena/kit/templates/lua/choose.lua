-- What the bot answers: this is yours to fill in. Use io.stderr for notes; standard output is for the arena.

-- Return one of the legal words.
--
-- seat: what is known of the game (seat.lua), such as seat.hand, seat.table and seat.trump.
-- kind: what is asked, such as "bid" or "play"; the rules of the game name the kinds.
-- legal: the words that may be answered, such as {"pass", "6"} or {"AS", "KS"}.
local function choose(seat, kind, legal)
  return legal[1]
end

return choose
