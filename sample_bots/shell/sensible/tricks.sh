# Who will win the trick? Chances are whole numbers in per cent, so they are the same in every language.

# The chance in per cent that one of three hands holds none of n cards: about (2/3)^n.
NONE_OF=100,67,44,30,20,13,9,6,4,3,2,1

# Find the chance that a hand holds at least one of this many unseen cards.
holds_some() { # NUMBER
    holds_some=100
    if [ "$1" -lt 12 ]; then
        item "$1" "$NONE_OF"
        holds_some=$((100 - item))
    fi
}

# Find the play that is winning a trick: its seat `holder` and its card `best`.
best_of() { # SEAT:CARD...
    holder=${1%:*} best=${1#*:}
    for play; do
        if beats "${play#*:}" "$best"; then
            holder=${play%:*} best=${play#*:}
        fi
    done
}

# Find the cards that beat the best one.
higher() { # BEST CARD...
    best=$1 higher=
    shift
    for card; do
        beats "$card" "$best" && higher="$higher $card"
    done
}

# Return whether a seat has shown to have no card of a suit.
is_void() { # SEAT SUIT
    case $voids in
        *"$1:$2"*) ;;
        *) false ;;
    esac
}

# Find the chance that a seat whose cards lie face up beats the trick: 0 or 100.
beaten_from() { # SEAT LED
    beaten_by=0 following=
    for face in $faces; do
        case $face in
            "$1:"?"$2") following="$following $face" ;;
        esac
    done
    for face in ${following:-$faces}; do
        case "$face $higher " in
            "$1:"*" ${face#*:} "*) beaten_by=100 ;;
        esac
    done
}

# Find the chance that a seat still to play beats the trick, with a higher card of the suit led or a ruff.
beaten_by() { # SEAT LED
    case $faces in
        *" $1:"*)
            beaten_from "$1" "$2"
            return
            ;;
    esac
    follows=0 over=0 ruff=0
    if ! is_void "$1" "$2"; then
        length "$2" $unseen
        holds_some "$length"
        follows=$holds_some
        length "$2" $higher
        holds_some "$length"
        over=$holds_some
    fi
    if [ "$2" != "$trump" ] && ! is_void "$1" "$trump"; then
        length "$trump" $higher
        holds_some "$length"
        ruff=$holds_some
    fi
    beaten_by=$((over + (100 - follows) * ruff / 100))
}

# Find the chance that the side of a seat wins this trick if it plays a card now.
win_chance() { # SEAT CARD
    led_to "$trick $1:$2"
    best_of $trick "$1:$2"
    higher "$best" $unseen
    win_chance=0
    partners "$1" "$holder" && win_chance=100
    for other in $followers; do
        beaten_by "$other" "$led"
        if partners "$1" "$other"; then
            win_chance=$((win_chance + (100 - win_chance) * beaten_by / 100))
        else
            win_chance=$((win_chance - win_chance * beaten_by / 100))
        fi
    done
}

# Return whether no other hand can hold a higher card of the suit.
is_highest() { # CARD
    for other in $unseen; do
        if [ "${other#?}" = "${1#?}" ] && is_higher "$other" "$1"; then
            return 1
        fi
    done
}

# Return whether to draw trumps: the side of the seat declares and others may still hold trumps.
draws_trumps() { # SEAT
    length "$trump" $unseen
    partners "$1" "$declarer" && [ "$length" -gt 0 ]
}

# Find the price of a card: what SEAT loses by not holding it any longer. Prices are in hundredths of a point: PER_RANK
# for each step above the two, HIGHEST for the highest card of its suit that is still out, and three for a trump: FOLLOW
# if it is not led, DRAW if it is led to draw the trumps of others, LEAD if it is led for another reason.
card_price() { # SEAT CARD PER_RANK HIGHEST FOLLOW DRAW LEAD
    height "$2"
    card_price=$(($3 * height))
    highest=no
    if is_highest "$2"; then
        highest=yes card_price=$((card_price + $4))
    fi
    if [ "${2#?}" = "$trump" ]; then
        trump_price "$1" "$5" "$6" "$7"
        card_price=$((card_price + trump_price))
    fi
}

# Find what a card costs because it is a trump.
trump_price() { # SEAT FOLLOW DRAW LEAD
    if [ "$laid" -gt 0 ]; then
        trump_price=$2
    elif draws_trumps "$1"; then
        trump_price=$3
    else
        trump_price=$4
    fi
}

# Choose the card with the highest gain: the expected gain from this trick less the price of the card. The file of the
# game has `stake`, the points for the winner of the trick if a card is played, and `price`, the price of the card in
# hundredths of a point.
best_card() { # SEAT CARD...
    player=$1 most=
    shift
    to_follow "$player"
    for word; do
        win_chance "$player" "$word"
        stake "$player" "$word"
        price "$player" "$word"
        gain=$(((2 * win_chance - 100) * stake - price))
        if [ -z "$most" ] || [ "$gain" -gt "$most" ]; then
            most=$gain answer=$word
        fi
    done
}
