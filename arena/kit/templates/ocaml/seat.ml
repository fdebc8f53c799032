(* What the seat knows: kept from the lines of the arena, for any game. *)

type t = {
  mutable game : string; (* the name of the game *)
  mutable me : string; (* my seat *)
  mutable seats : int; (* how many seats there are *)
  mutable ms : int; (* the time for an answer in ms; 0 if there is no limit *)
  mutable scores : int list; (* of the sides, after the last deal *)
  mutable trump : string; (* such as "S"; "" while there is none *)
  mutable hand : string list; (* my cards *)
  mutable table : (string * string) list; (* the cards of this trick, each after its seat *)
  mutable gone : string list; (* the cards played in this deal *)
}

let make () =
  { game = ""; me = "0"; seats = 0; ms = 0; scores = []; trump = ""; hand = []; table = []; gone = [] }

let new_deal seat =
  seat.trump <- "";
  seat.hand <- [];
  seat.table <- [];
  seat.gone <- []

let sit_down seat game settings =
  seat.game <- game;
  seat.ms <- 0;
  seat.scores <- [];
  new_deal seat;
  let take setting =
    match String.split_on_char '=' setting with
    | [ "seat"; value ] -> seat.me <- value
    | [ "seats"; value ] -> seat.seats <- int_of_string value
    | [ "move_ms"; value ] -> seat.ms <- int_of_string value
    | _ -> ()
  in
  List.iter take settings

(* Take in a public fact. *)
let note seat kind values =
  match kind, values with
  | "deal", _ -> new_deal seat
  | "trump", trump :: _ -> seat.trump <- trump
  | "trick", _ -> seat.table <- []
  | "scores", _ -> seat.scores <- List.map int_of_string values
  | _ -> ()

(* Take in cards that I see now: my hand, and what comes to it. *)
let see seat kind owner cards =
  match kind, owner = seat.me with
  | "hand", true -> seat.hand <- cards
  | ("kitty" | "hole"), _ | ("drawn" | "taken"), true -> seat.hand <- seat.hand @ cards
  | _ -> ()

let rec without word = function
  | [] -> []
  | card :: rest -> if card = word then rest else card :: without word rest

(* Take in what a seat did. My own answers come back in this way too. *)
let watch seat who kind word =
  if kind = "play" && not (word.[0] >= 'a' && word.[0] <= 'z') then begin
    (* a word such as truc is no card *)
    seat.table <- seat.table @ [ (who, word) ];
    seat.gone <- word :: seat.gone
  end;
  if who = seat.me && kind <> "bid" && kind <> "call" then
    seat.hand <- without word seat.hand

(* Take in a line as its words. Whatever is not known is ignored. *)
let hear seat words =
  match words with
  | "game" :: _ :: name :: settings -> sit_down seat name settings
  | "clock" :: move_ms :: _ -> seat.ms <- int_of_string move_ms
  | "note" :: kind :: values -> note seat kind values
  | "show" :: kind :: owner :: cards -> see seat kind owner cards
  | "did" :: who :: kind :: word :: _ -> watch seat who kind word
  | _ -> ()
