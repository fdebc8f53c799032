# What the seat knows: kept from the lines of the arena, for any game.
#
# game: the name of the game.   me: my seat, as a text.   seats: how many seats there are.
# ms: the time for an answer in ms; 0 if there is no limit.   scores: of the sides, after the last deal.
# trump: such as "S"; "" while there is none.   hand: my cards.
# table: the cards of this trick, as [seat, card].   gone: the cards played in this deal.
class Seat
  attr_reader :game, :me, :seats, :ms, :scores, :trump, :hand, :table, :gone

  def initialize
    new_game("", {})
  end

  # Take in a line: its first word, and the others. Whatever is not known is ignored.
  def hear(verb, words)
    case verb
    when "game" then new_game(words[1], words[2..].to_h { |word| word.split("=", 2) }) # game ID NAME KEY=VALUE...
    when "clock" then @ms = words[0].to_i # clock MOVE_MS BANK_MS
    when "note" then note(words[0], words[1..]) # note KIND VALUE...
    when "show" then see(words[0], words[1], words[2..]) # show KIND OWNER CARD...
    when "did" then watch(*words) # did SEAT KIND WORD
    end
  end

  private

  def new_game(game, told)
    @game = game
    @me = told.fetch("seat", "0")
    @seats = told.fetch("seats", "0").to_i
    @ms = told.fetch("move_ms", "0").to_i
    @scores = []
    new_deal
  end

  def new_deal
    @trump = ""
    @hand = []
    @table = []
    @gone = []
  end

  # Take in a public fact.
  def note(kind, values)
    case kind
    when "deal" then new_deal
    when "trump" then @trump = values[0]
    when "trick" then @table = []
    when "scores" then @scores = values.map(&:to_i)
    end
  end

  # Take in cards that I see now: my hand, and what comes to it.
  def see(kind, owner, cards)
    case kind
    when "hand" then @hand = cards if owner == @me
    when "kitty", "hole" then @hand += cards
    when "drawn", "taken" then @hand += cards if owner == @me
    end
  end

  # Take in what a seat did. My own answers come back in this way too.
  def watch(seat, kind, word)
    if kind == "play" && word !~ /\A[a-z]/ # a word such as truc is no card
      @table.push([seat, word])
      @gone.push(word)
    end
    place = @hand.index(word)
    @hand.delete_at(place) if place && seat == @me && !%w[bid call].include?(kind)
  end
end
