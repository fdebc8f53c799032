"""Who meets whom next: round-robin, gauntlet, Swiss, knock-out and adaptive schedules.

A schedule is a coroutine, as the rules of a game are: it yields a round of matches and is sent what came of them, all
of it and in the order of the matches, until there are no more rounds. So what is to play is a pure function of the
event and the results: neither the order in which results came nor how many rooms played matters, and a run that was
broken off goes on by telling a new coroutine what is stored. `arena.schedules.rounds` holds the parts,
`arena.schedules.agenda` the whole of a ladder.
"""
