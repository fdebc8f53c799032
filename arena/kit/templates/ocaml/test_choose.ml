(* A test: run it with ocamlopt -o test_choose seat.ml choose.ml test_choose.ml && ./test_choose. *)

let lines =
  [
    "game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000";
    "note deal 1 dealer=0";
    "show hand 2 AS KH 5H";
    "note trump D";
    "did 1 play 7D";
    "did 2 play AS";
  ]

let () =
  let seat = Seat.make () in
  List.iter (fun line -> Seat.hear seat (String.split_on_char ' ' line)) lines;
  assert (seat.hand = [ "KH"; "5H" ]);
  assert (seat.table = [ ("1", "7D"); ("2", "AS") ]);
  assert (seat.trump = "D" && seat.ms = 1000);
  assert (List.mem (Choose.choose seat "play" [ "KH"; "5H" ]) [ "KH"; "5H" ]);
  print_endline "ok"
