"""Who meets whom next: round-robin, gauntlet, Swiss, knock-out and adaptive schedules.

A schedule is a coroutine, like the rules of a game: it yields a round of matches, is sent their complete results in the
order of the matches, and so on until there are no more rounds. So the games to play are a pure function of the event
and the results. The order in which results arrive and the number of rooms make no difference, and a run that was
interrupted is resumed by sending the stored results to a new coroutine.

`arena.schedules.rounds` has what all schedules share, and `arena.schedules.agenda` combines the schedules of all
contests of a ladder.
"""
