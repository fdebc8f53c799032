# Two Hundred: what to bid, which trump to name, what to discard, which card to play.
#
# Hands are valued in points. The weights are a least-squares fit to the points of contractors in thousands of deals
# between these bots.

KITTY=18 # what the four cards of the kitty and the four discards add to a hand

OUTNUMBERED=5 # what each player costs by whom the opponents are more than my side

# A side this close to the target scores nothing as defender: if it has not bid, or by the other rule in any case.
NEAR=100
NEAR_IF_MUST_WIN=50

EAGER=10 # how much to overbid if my side is near the target, or scores no more as defender than all others

# How useful it is to keep a point, if the opponents get the points of the discard or if I do; aces are always kept.
KEPT=30
KEPT_BUT_MINE=-10

CALLED_TRUMP=3 # when a card is called, a trump counts as this much higher

PRICES='10 600 1000 -1500 2000' # what `card_price` takes

# What these cards cost in addition while a higher card of the suit is still out, in hundredths of a point.
KING=150
TEN=400
FIVE=100

TO_COME=4 # the points that each seat still to play adds to a trick on average

# Keep the current bid, or make the lowest bid, if the hand is worth it; never overbid the partner.
choose_bid() { # SEAT WORD...
    answer=$2
    if partners "$1" "$bidder"; then
        return
    fi
    hand_worth "$1"
    must_bid "$1" && hand_worth=$((hand_worth + EAGER))
    brings_partner && hand_worth=$((hand_worth + EAGER))
    shift
    for word; do
        if [ "$word" = keep ] && is_worth "$bid" || is_worth "$word"; then
            answer=$word
            return
        fi
    done
}

# Return whether a word is a number and my hand is worth that bid.
is_worth() { # WORD
    case $1 in
        *[!0-9]*) false ;;
        *) [ "$hand_worth" -ge "$1" ] ;;
    esac
}

# Return whether my side is near the target and still has to bid, or to win the auction, in order to score.
must_bid() { # SEAT
    near=$near_target_margin usual=$NEAR
    [ "$near_target_rule" = must_win_or_set ] && usual=$NEAR_IF_MUST_WIN
    [ "$near" = auto ] && near=$usual
    score "$1"
    [ "$score" -ge $((target - near)) ] || return
    [ "$near_target_rule" = must_win_or_set ] || [ "$we_have_bid" = no ]
}

# Estimate the points of my side if I play the contract.
hand_worth() { # SEAT
    mine=0 other=0
    while [ "$other" -lt "$seats" ]; do
        partners "$1" "$other" && mine=$((mine + 1))
        other=$((other + 1))
    done
    brings_partner && mine=$((mine + 1))
    best_trump
    hand_worth=$((most - OUTNUMBERED * (playing - 2 * mine)))
    [ "$kitty" -gt 0 ] && hand_worth=$((hand_worth + KITTY))
}

# Estimate the points of my side with this trump, if both sides have the same number of players.
suit_worth() { # TRUMP
    worth=22
    for suit in $SUITS; do
        length "$suit" $hand
        holds "A$suit" && worth=$((worth + 9))
        if [ "$suit" = "$1" ]; then
            worth=$((worth + 4 * length))
            holds "K$suit" && worth=$((worth + 3))
            holds "Q$suit" && worth=$((worth + 2))
            holds "T$suit" && worth=$((worth + 2))
        else
            shortness "$length" 8 2
            worth=$((worth + shortness))
        fi
    done
    suit_worth=$worth
}


# Find the trump, or the suit that I will choose if there is no trump yet.
trump_for() {
    trump_for=$trump
    if [ -z "$trump" ]; then
        best_trump
        trump_for=$best_trump
    fi
}

# Name the best suit. If suits cannot be named, the first word is `lead`, and I will lead that suit.
choose_trump() { # SEAT WORD...
    shift
    trump_for
    pick "$trump_for" "$@"
}

# Call a high card, preferably a trump.
choose_call() { # SEAT CARD...
    most_wanted=
    shift
    trump_for
    for word; do
        height "$word"
        wanted=$((2 * height))
        [ "${word#?}" = "$trump_for" ] && wanted=$((wanted + CALLED_TRUMP))
        if [ -z "$most_wanted" ] || [ "$wanted" -gt "$most_wanted" ]; then
            most_wanted=$wanted answer=$word
        fi
    done
}

# Put away the least useful card: no points for the others, no trumps, and short suits first.
choose_discard() { # SEAT CARD...
    least=
    shift
    trump_for
    for word; do
        kept "$word"
        if [ -z "$least" ] || [ "$kept" -lt "$least" ]; then
            least=$kept answer=$word
        fi
    done
}

# Find how useful it is to keep a card.
kept() { # CARD
    points "$1"
    height "$1"
    length "${1#?}" $hand
    case $discard_points:$1 in
        contractor:[!A]?) kept=$((KEPT_BUT_MINE * points)) ;;
        *) kept=$((KEPT * points)) ;;
    esac
    kept=$((kept + height + 4 * length))
    [ "${1#?}" = "$trump_for" ] && kept=$((kept + 200))
}

# Find the points of a card.
points() { # CARD
    case $1 in
        A? | T?) points=10 ;;
        5?) points=5 ;;
        *) points=0 ;;
    esac
}

# Play the card with the highest gain; if the first lead decides the trump, lead the best suit.
choose_card() { # SEAT CARD...
    pack
    unseen $pack
    if [ -z "$trump" ]; then
        asked=$1
        shift
        trump_for
        only "$trump_for" "$@"
        set -- "$asked" $only
    fi
    best_card "$@"
}

# Find the cards of a suit.
only() { # SUIT CARD...
    of=$1 only=
    shift
    for card; do
        [ "${card#?}" = "$of" ] && only="$only $card"
    done
}

# Find the cards in play; the number of cards dealt shows which low cards there are.
pack() {
    number=$((dealt * playing + kitty)) ranks='A K Q J T 9 8 7 5' pack=
    [ "$number" -ge 40 ] && ranks="$ranks 6"
    [ "$number" -ge 44 ] && ranks="$ranks 4"
    [ "$number" -ge 52 ] && ranks="$ranks 3 2"
    for suit in $SUITS; do
        for rank in $ranks; do
            pack="$pack $rank$suit"
        done
    done
}

# Find the points for the winner of the trick, including an estimate for the cards still to come.
stake() { # SEAT CARD
    points "$2"
    stake=$((points + TO_COME * to_follow))
    for play in $trick; do
        points "${play#*:}"
        stake=$((stake + points))
    done
}

# Find the price of a card; here the points of the card itself count as well.
price() { # SEAT CARD
    card_price "$@" $PRICES
    price=$card_price
    if [ "$highest" = yes ]; then
        points "$2"
        [ "${2#?}" = "$trump" ] && price=$((price + 100 * points)) # nobody can take them, now or later
    else
        case $2 in
            K?) price=$((price + KING)) ;;
            T?) price=$((price + TEN)) ;;
            5?) price=$((price + FIVE)) ;;
        esac
    fi
}
