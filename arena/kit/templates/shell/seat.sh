# What the seat knows: kept from the lines of the arena, for any game.
#
# game: the name of the game.   me: my seat.   seats: how many seats there are.
# ms: the time for an answer in ms; 0 if there is no limit.   scores: of the sides, after the last deal.
# trump: such as S; empty while there is none.   hand: my cards, with spaces between them.
# table: the cards of this trick, as SEAT:CARD.   gone: the cards played in this deal.
#
# It starts no other program: that would take a thousand times as long.

new_deal() {
    trump='' hand='' table='' gone=''
}
game='' me=0 seats=0 ms=0 scores=''
new_deal

# Take in a line, word by word. Whatever is not known is ignored.
hear() {
    case $1 in
        game) sit_down "$@" ;;                       # game ID NAME KEY=VALUE...
        clock) ms=$2 ;;                              # clock MOVE_MS BANK_MS
        note) shift && note "$@" ;;                  # note KIND VALUE...
        show) shift && see "$@" ;;                   # show KIND OWNER CARD...
        did) watch "$2" "$3" "$4" ;;                 # did SEAT KIND WORD
    esac
}

sit_down() {
    game=$3 ms=0 scores=''
    new_deal
    for word in "$@"; do
        case $word in
            seat=*) me=${word#*=} ;;
            seats=*) seats=${word#*=} ;;
            move_ms=*) ms=${word#*=} ;;
        esac
    done
}

# Take in a public fact.
note() {
    case $1 in
        deal) new_deal ;;
        trump) trump=$2 ;;
        trick) table='' ;;
        scores) shift && scores="$*" ;;
    esac
}

# Take in cards that I see now: my hand, and what comes to it.
see() {
    kind=$1 owner=$2
    shift 2
    case $kind:$owner in
        hand:"$me") hand="$*" ;;
        kitty:* | hole:* | drawn:"$me" | taken:"$me") hand="$hand $*" ;;
    esac
}

# Take in what a seat did. My own answers come back in this way too.
watch() {
    case $2:$3 in
        play:[[:lower:]]*) ;; # a word such as truc is no card
        play:*) table="$table $1:$3" gone="$gone $3" ;;
    esac
    if [ "$1" = "$me" ] && [ "$2" != bid ] && [ "$2" != call ]; then
        left='' found=''
        for card in $hand; do
            if [ "$card" = "$3" ] && [ -z "$found" ]; then found=yes; else left="$left $card"; fi
        done
        hand=$left
    fi
}
