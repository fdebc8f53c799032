# Two Hundred: what to bid, which trump to name, what to discard, which card to play.
#
# Hands are weighed in points. The weights are a least-squares fit to what contractors took in thousands of deals that
# these bots played among themselves.

KITTY=18 # what four more cards and four discards add to a hand

# So near to the target, opponents score only if they have bid: who has not, may bid this much more than he holds.
NEAR=100
MUST_BID=10

# The price of a card, in hundredths of a point: what it would have been good for later.
PER_RANK=10
HIGHEST=600
KING=150
TEN=400
FIVE=100
TRUMP='1000 -1500 2000' # to follow with, to draw the others' trumps, to lead otherwise
TO_COME=4 # points that each seat still to play adds to a trick

# Bid the least that is open if the hand is worth it; leave the partner's bid alone.
choose_bid() { # SEAT WORD...
    answer=$2
    if partners "$1" "$bidder"; then
        return
    fi
    best_trump
    [ "$kitty" -gt 0 ] && most=$((most + KITTY))
    must_bid "$1" && most=$((most + MUST_BID))
    shift
    for word; do
        case $word in
            *[!0-9]*) ;;
            *)
                if [ "$most" -ge "$word" ]; then
                    answer=$word
                    return
                fi
                ;;
        esac
    done
}

# Say whether my side would score nothing in this deal if it did not bid.
must_bid() { # SEAT
    score "$1"
    [ "$score" -ge $((target - NEAR)) ] && [ "$we_have_bid" = no ]
}

# Guess the points of my side with this trump.
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
            add_shortness
        fi
    done
    suit_worth=$worth
}

# A side suit without cards, or with a single one, is soon ruffed.
add_shortness() {
    case $length in
        0) worth=$((worth + 8)) ;;
        1) worth=$((worth + 2)) ;;
    esac
}

# Name the best suit, if suits can be named.
choose_trump() { # SEAT WORD...
    shift
    best_trump
    pick "$best_trump" "$@"
}

# Put away what is kept at the least gain: no points (they go to the opponents), no trumps, short suits first.
choose_discard() { # SEAT CARD...
    least=
    shift
    best_trump
    for word; do
        kept "$word"
        if [ -z "$least" ] || [ "$kept" -lt "$least" ]; then
            least=$kept answer=$word
        fi
    done
}

# Find how much a card is worth keeping.
kept() { # CARD
    points "$1"
    height "$1"
    length "${1#?}" $hand
    kept=$((30 * points + height + 4 * length))
    [ "${1#?}" = "$best_trump" ] && kept=$((kept + 200))
}

# Find the points of a card.
points() { # CARD
    case $1 in
        A? | T?) points=10 ;;
        5?) points=5 ;;
        *) points=0 ;;
    esac
}

# Play the card that gains most; with a kitty the sixes are in the pack.
choose_card() { # SEAT CARD...
    ranks='A K Q J T 9 8 7 5'
    [ "$kitty" -gt 0 ] && ranks="$ranks 6"
    pack=
    for suit in $SUITS; do
        for rank in $ranks; do
            pack="$pack $rank$suit"
        done
    done
    unseen $pack
    best_card "$@"
}

# Find the points that go to the winner of the trick, and a guess at those still to come.
stake() { # SEAT CARD
    points "$2"
    stake=$((points + TO_COME * to_follow))
    for play in $trick; do
        points "${play#*:}"
        stake=$((stake + points))
    done
}

# Find what is lost by not holding the card any longer.
price() { # SEAT CARD
    height "$2"
    price=$((PER_RANK * height))
    if is_highest "$2"; then
        price=$((price + HIGHEST))
        points "$2"
        [ "${2#?}" = "$trump" ] && price=$((price + 100 * points)) # it is sure of its own points at any time
    else
        case $2 in
            K?) price=$((price + KING)) ;;
            T?) price=$((price + TEN)) ;;
            5?) price=$((price + FIVE)) ;;
        esac
    fi
    if [ "${2#?}" = "$trump" ]; then
        trump_price "$1" $TRUMP
        price=$((price + trump_price))
    fi
}
