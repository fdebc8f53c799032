from arena.games.parts.redeals import Standing


def test_the_standing_spells_everything_out() -> None:
    assert Standing(3, (40, -2, 0), 7, 1).words() == ("dealer=3", "scores=40,-2,0", "finished=7", "thrown=1")
    assert Standing(1).words() == ("dealer=1", "scores=0,0", "finished=0", "thrown=0")
