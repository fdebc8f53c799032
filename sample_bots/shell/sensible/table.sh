# What the bot has seen. All that it knows comes from the messages.
#
#   seat seats sides           my seat, the number of seats, the side of each seat (0,1,0,1)
#   kitty target freeze_above  the options that matter here
#   format discard_points near_target_rule near_target_margin
#   scores                     of each side before this deal (35,65)
#   out                        sides that have left the game (1,2)
#   playing                    the number of seats that still play
#   teams                      the team of each seat; in some games the contract changes it
#   silent called              the contractor's partner who does not bid; the card whose holder is the partner
#   hand dealt                 my cards, and the number of cards of a hand after the deal
#   faces                      the open cards of seats that play from stacks (2:8S 2:QD)
#   gone                       cards that are in no hand any more
#   trick laid                 the cards of this trick with their seats (2:AS 3:KS), and their number
#   voids                      seats that have shown to have no card of a suit (3:H)
#   trump                      a suit, or NT
#   bidder bid declarer        the seat with the highest bid, the bid, and the seat that won the auction
#   we_have_bid                whether my side has bid

NOBODY=-

# Update the table from one message; unknown verbs and kinds are ignored.
hear() { # VERB WORD...
    verb=$1
    shift
    case $verb in
        game) sit_down "$@" ;;
        show) see "$@" ;;
        did) watch "$@" ;;
        note) note "$@" ;;
    esac
}

# Begin a game: store its options and my seat.
sit_down() { # ID NAME SETTING...
    seat=0 seats=1 sides=0 kitty=0 target=200 freeze_above=45
    format=pairs discard_points=opponents near_target_rule=must_bid near_target_margin=auto
    shift 2
    for setting; do
        case $setting in
            seat=*) seat=${setting#*=} ;;
            seats=*) seats=${setting#*=} ;;
            sides=*) sides=${setting#*=} ;;
            kitty=*) kitty=${setting#*=} ;;
            target=*) target=${setting#*=} ;;
            freeze_above=*) freeze_above=${setting#*=} ;;
            format=*) format=${setting#*=} ;;
            discard_points=*) discard_points=${setting#*=} ;;
            near_target_rule=*) near_target_rule=${setting#*=} ;;
            near_target_margin=*) near_target_margin=${setting#*=} ;;
        esac
    done
    new_deal
}

# Forget the last deal; store the scores before this one.
new_deal() { # SETTING...
    scores=0 out= teams=$sides silent=$NOBODY called= hand= dealt=0 faces= gone= trick= laid=0 voids= trump=
    bidder=$NOBODY bid= declarer=$NOBODY we_have_bid=no
    for setting; do
        case $setting in
            scores=*) scores=${setting#*=} ;;
            out=*) out=${setting#*=} ;;
        esac
    done
    count_playing
}

# Find the number of seats whose side is still in the game.
count_playing() {
    playing=0 other=0
    while [ "$other" -lt "$seats" ]; do
        plays "$other" && playing=$((playing + 1))
        other=$((other + 1))
    done
}

# Return whether the side of a seat is still in the game.
plays() { # SEAT
    item "$1" "$sides"
    case ,$out, in
        *",$item,"*) false ;;
    esac
}

# Note cards that are shown: my hand, the kitty that I take, and cards that lie face up.
see() { # KIND OWNER CARD...
    kind=$1 owner=$2
    shift 2
    case $kind:$owner in
        "hand:$seat") hand=$* dealt=$# ;;
        kitty:*) hand="$hand $*" ;;
        stacks:* | turned:*)
            for card; do
                faces="$faces $owner:$card"
            done
            ;;
    esac
}

# Note the decision of a seat. My own decisions come back in this way too, so they are noted only here.
watch() { # SEAT KIND WORD
    case $2:$3 in
        bid:pass) ;;
        bid:*)
            bidder=$1
            [ "$3" = keep ] || bid=$3
            partners "$1" "$seat" && we_have_bid=yes
            ;;
        discard:*) [ "$1" = "$seat" ] && put_away "$3" ;;
        call:*)
            called=$3
            holds "$3" && join "$seat"
            ;;
        play:*) lay "$1" "$3" ;;
    esac
}

# Note a card that is played; a seat that does not follow suit has no card of that suit.
lay() { # SEAT CARD
    put_away "$2"
    [ "$2" = "$called" ] && join "$1"
    trick="$trick $1:$2" laid=$((laid + 1))
    led_to "$trick"
    [ "${2#?}" != "$led" ] && voids="$voids $1:$led"
}

# Find the suit led to a trick.
led_to() { # TRICK
    set -- $1
    led=${1#*:?}
}

# Note that a card is in no hand any more.
put_away() { # CARD
    gone="$gone $1"
    case $hand in
        *"$1"*) hand="${hand%"$1"*}${hand#*"$1"}" ;;
    esac
    case $faces in
        *":$1"*) faces="${faces%?:"$1"*}${faces#*:"$1"}" ;;
    esac
}

# Note a public fact.
note() { # KIND VALUE...
    kind=$1
    shift
    case $kind in
        deal) new_deal "$@" ;;
        silent) silent=$1 ;;
        contract)
            declarer=$1
            take_sides
            ;;
        trump) trump=$1 ;;
        trick) trick='' laid=0 ;;
    esac
}

# Set the teams when the contract is known: the contractor and a partner, if any, against all others.
take_sides() {
    if brings_partner; then
        teams= # an empty list puts all seats on the same team
        join "$declarer"
        join "$silent"
    fi
}

# Return whether the contractor gets a partner although every player has a score of their own.
brings_partner() {
    case $format in
        silent_fixed | silent_rotating | called_card) ;;
        *) false ;;
    esac
}

# Put a seat, unless it is NOBODY, on the contractor's team.
join() { # SEAT
    [ "$1" = "$NOBODY" ] && return
    before=$teams teams= other=0
    while [ "$other" -lt "$seats" ]; do
        item "$other" "$before"
        [ "$other" = "$1" ] && item=for
        teams="$teams$item,"
        other=$((other + 1))
    done
}

# Return whether two seats play together, as far as is known; false if one of them is NOBODY.
partners() { # SEAT OTHER
    [ "$1" != "$NOBODY" ] && [ "$2" != "$NOBODY" ] || return
    item "$1" "$teams"
    one=$item
    item "$2" "$teams"
    [ "$item" = "$one" ]
}

# Find the score of a seat's side before this deal.
score() { # SEAT
    item "$1" "$sides"
    item "$item" "$scores"
    score=$item
}

# Find the item at a place, counted from 0, in a list such as 35,65.
item() { # PLACE LIST
    place=$1 item=$2
    while [ "$place" -gt 0 ]; do
        place=$((place - 1)) item=${item#*,}
    done
    item=${item%%,*}
}

# Find the seats that still play to this trick after a seat, in order (`followers`), and their number (`to_follow`).
to_follow() { # SEAT
    followers= to_follow=$((playing - laid - 1)) other=$1 left=$((playing - laid - 1))
    while [ "$left" -gt 0 ]; do
        other=$(((other + 1) % seats))
        plays "$other" && followers="$followers $other" left=$((left - 1))
    done
}

# Return whether a card is in my hand.
holds() { # CARD
    case $hand in
        *"$1"*) ;;
        *) false ;;
    esac
}

# Find the cards that others may hold: those that are neither gone nor in my hand.
unseen() { # CARD...
    unseen=
    for card; do
        case "$gone $hand" in
            *"$card"*) ;;
            *) unseen="$unseen $card" ;;
        esac
    done
}
