# What the bot has seen: everything it knows comes from the messages, and only from them.
#
#   seat seats sides           my seat, how many there are, the side of each (0,1,0,1)
#   kitty target freeze_above  the options that count here
#   scores                     of each side before this deal (35,65)
#   hand                       my cards
#   gone                       cards that nobody holds any more
#   trick laid                 the cards on the table with their players (2:AS 3:KS), and how many lie there
#   voids                      who has shown to hold nothing of which suit (3:H)
#   trump                      a suit, or NT
#   bidder declarer            whose the highest bid is, and who won the bidding
#   we_have_bid                whether my side has bid

NOBODY=-

# Take in one message; verbs and kinds that mean nothing to this bot are left alone.
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

# Begin a game: at which seat, and its options.
sit_down() { # ID NAME SETTING...
    seat=0 seats=1 sides=0 kitty=0 target=200 freeze_above=45
    shift 2
    for setting; do
        case $setting in
            seat=*) seat=${setting#*=} ;;
            seats=*) seats=${setting#*=} ;;
            sides=*) sides=${setting#*=} ;;
            kitty=*) kitty=${setting#*=} ;;
            target=*) target=${setting#*=} ;;
            freeze_above=*) freeze_above=${setting#*=} ;;
        esac
    done
    new_deal
}

# Forget the last deal; take in how things stand before this one.
new_deal() { # SETTING...
    scores=0 hand= gone= trick= laid=0 voids= trump= bidder=$NOBODY declarer=$NOBODY we_have_bid=no
    for setting; do
        case $setting in
            scores=*) scores=${setting#*=} ;;
        esac
    done
}

# Look at cards: my hand when it is dealt, the kitty when I take it.
see() { # KIND OWNER CARD...
    kind=$1 owner=$2
    shift 2
    case $kind:$owner in
        "hand:$seat") hand=$* ;;
        kitty:*) hand="$hand $*" ;;
    esac
}

# See a seat decide something. My own answers come back like this too: never note them twice.
watch() { # SEAT KIND WORD
    case $2:$3 in
        bid:pass) ;;
        bid:*)
            bidder=$1
            partners "$1" "$seat" && we_have_bid=yes
            ;;
        discard:*) [ "$1" = "$seat" ] && put_away "$3" ;;
        play:*) lay "$1" "$3" ;;
    esac
}

# See a card played; whoever does not follow suit has none left of it.
lay() { # SEAT CARD
    put_away "$2"
    trick="$trick $1:$2" laid=$((laid + 1))
    led_to "$trick"
    [ "${2#?}" != "$led" ] && voids="$voids $1:$led"
}

# Find the suit led to a trick.
led_to() { # TRICK
    set -- $1
    led=${1#*:?}
}

# Cross out a card that nobody holds any more.
put_away() { # CARD
    gone="$gone $1"
    case $hand in
        *"$1"*) hand="${hand%"$1"*}${hand#*"$1"}" ;;
    esac
}

# Take in a public fact.
note() { # KIND VALUE...
    kind=$1
    shift
    case $kind in
        deal) new_deal "$@" ;;
        contract) declarer=$1 ;;
        trump) trump=$1 ;;
        trick) trick='' laid=0 ;;
    esac
}

# Say whether two seats are on the same side; nobody is nobody's partner.
partners() { # SEAT OTHER
    [ "$1" != "$NOBODY" ] && [ "$2" != "$NOBODY" ] || return
    item "$1" "$sides"
    one=$item
    item "$2" "$sides"
    [ "$item" = "$one" ]
}

# Find the score of a seat's side before this deal.
score() { # SEAT
    item "$1" "$sides"
    item "$item" "$scores"
    score=$item
}

# Find the item at a place, counted from 0, of a list such as 35,65.
item() { # PLACE LIST
    place=$1 item=$2
    while [ "$place" -gt 0 ]; do
        place=$((place - 1)) item=${item#*,}
    done
    item=${item%%,*}
}

# Say whether a card is in my hand.
holds() { # CARD
    case $hand in
        *"$1"*) ;;
        *) false ;;
    esac
}

# Find the cards that others may hold: neither gone nor in my hand.
unseen() { # CARD...
    unseen=
    for card; do
        case "$gone $hand" in
            *"$card"*) ;;
            *) unseen="$unseen $card" ;;
        esac
    done
}
