# Kaiser: what to bid, which trump to name, which card to play.
#
# Hands are valued in tenths of a point. The weights are a least-squares fit to the points of declarers in thousands of
# deals between these bots.

PACK='AS KS QS JS TS 9S 8S 3S AH KH QH JH TH 9H 8H 5H AD KD QD JD TD 9D 8D 7D AC KC QC JC TC 9C 8C 7C'

FROZEN=15 # a side above `freeze_above` gains only by its own bids, so it overbids by this much

PRICES='3 40 50 -60 110' # what `card_price` takes

# Make the lowest bid that the hand is worth, no trump first, because it counts double; else pass.
choose_bid() { # SEAT WORD...
    answer=$2 extra=0
    if partners "$1" "$bidder"; then
        return
    fi
    score "$1"
    [ "$score" -gt "$freeze_above" ] && extra=$FROZEN
    shift
    no_trump_worth
    best_trump
    bid_least no "$((no_trump_worth + extra))" "$@" || bid_least '' "$((most + extra))" "$@"
}

# Choose the lowest bid with a unit (`no`, or '' for trump bids) that the hand is worth.
bid_least() { # UNIT WORTH WORD...
    unit=$1 worth=$2
    shift 2
    for word; do
        number=${word%"$unit"}
        case $number in
            *[!0-9]*) ;;
            *)
                if [ "$word" = "$number$unit" ] && [ "$worth" -ge $((10 * number)) ]; then
                    answer=$word
                    return
                fi
                ;;
        esac
    done
    false
}

# Estimate the points of my side in no trump, plus one because they count double.
no_trump_worth() {
    worth=36
    holds 3S && worth=$((worth + 9))
    holds AH && worth=$((worth + 12))
    for suit in $SUITS; do
        length "$suit" $hand
        holds "A$suit" && worth=$((worth + 8))
        holds "K$suit" && [ "$length" -gt 1 ] && worth=$((worth + 5))
        holds "Q$suit" && worth=$((worth + 2))
    done
    no_trump_worth=$worth
}

# Estimate the points of my side with this trump. The `3S` is an asset: it can be played on the others' tricks.
suit_worth() { # TRUMP
    worth=22
    holds 3S && worth=$((worth + 9))
    holds AH && worth=$((worth + 8))
    holds 5H && [ "$1" != H ] && worth=$((worth - 8))
    for suit in $SUITS; do
        length "$suit" $hand
        if [ "$suit" = "$1" ]; then
            worth=$((worth + 6 * length))
            holds "A$suit" && worth=$((worth + 8))
            holds "K$suit" && worth=$((worth + 6))
            holds "Q$suit" && worth=$((worth + 3))
        else
            holds "A$suit" && worth=$((worth + 5))
            holds "K$suit" && [ "$length" -gt 1 ] && worth=$((worth + 3))
            shortness "$length" 10 3
            worth=$((worth + shortness))
        fi
    done
    suit_worth=$worth
}


# Name the best suit.
choose_trump() { # SEAT WORD...
    shift
    best_trump
    pick "$best_trump" "$@"
}

# Play the card with the highest gain.
choose_card() { # SEAT CARD...
    unseen $PACK
    best_card "$@"
}

# Find the points for the winner of the trick; a spade trick counts less while the `3S` may still come.
stake() { # SEAT CARD
    stake=1
    for play in $trick "$1:$2"; do
        case $play in
            *:5H) stake=$((stake + 5)) ;;
            *:3S) stake=$((stake - 3)) ;;
        esac
    done
    led_to "$trick $1:$2"
    case $led:$unseen in
        S:*3S*) [ "$to_follow" -gt 0 ] && stake=$((stake - 1)) ;;
    esac
}

# Find the price of a card.
price() { # SEAT CARD
    card_price "$@" $PRICES
    price=$card_price
}
