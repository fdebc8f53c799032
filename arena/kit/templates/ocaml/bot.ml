(* The loop: reads what the arena says, line by line, and answers its questions. You need not change it. *)

let rec listen seat =
  match String.split_on_char ' ' (input_line stdin) with
  | ("bye" | "fault") :: _ -> ()
  | "ask" :: _ :: kind :: legal ->
      (* ask SEAT KIND WORD... *)
      print_endline (Choose.choose seat kind legal);
      listen seat
  | words ->
      Seat.hear seat words;
      listen seat
  | exception End_of_file -> ()

let () =
  print_endline "bot @NAME@ 1" (* print_endline flushes: each line is sent at once *);
  listen (Seat.make ())
