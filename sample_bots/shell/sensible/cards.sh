# Cards as the arena writes them: rank, then suit (AS, TH, 5D). The suit of $card is ${card#?}.

SUITS='S H D C'

# Find the height of a card in its suit: 0 for a two, 12 for an ace.
height() { # CARD
    case $1 in
        A?) height=12 ;;
        K?) height=11 ;;
        Q?) height=10 ;;
        J?) height=9 ;;
        T?) height=8 ;;
        *) height=$((${1%?} - 2)) ;;
    esac
}

# Return whether the first card is higher than the other.
is_higher() { # CARD OTHER
    height "$2"
    other_height=$height
    height "$1"
    [ "$height" -gt "$other_height" ]
}

# Return whether a card takes the trick from a card that was played before it.
beats() { # CARD OTHER
    if [ "${1#?}" = "${2#?}" ]; then
        is_higher "$1" "$2"
    else
        [ "${1#?}" = "$trump" ]
    fi
}

# Count the cards of a suit.
length() { # SUIT CARD...
    of=$1 length=0
    shift
    for card; do
        [ "${card#?}" = "$of" ] && length=$((length + 1))
    done
}

# Find what a short side suit adds to a hand, because it is soon ruffed: NONE without cards, ONE with a single card.
shortness() { # NUMBER NONE ONE
    case $1 in
        0) shortness=$2 ;;
        1) shortness=$3 ;;
        *) shortness=0 ;;
    esac
}

# Find the trump with which my hand is worth most, and how much that is: `most`. The file of the game has `suit_worth`.
best_trump() {
    most=
    for candidate in $SUITS; do
        suit_worth "$candidate"
        if [ -z "$most" ] || [ "$suit_worth" -gt "$most" ]; then
            most=$suit_worth best_trump=$candidate
        fi
    done
}
