"""Which variations there are, and which combinations are refused."""

from collections.abc import Mapping
from dataclasses import fields
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel.options import OptionError, choose, spec
from arena.games.kernel.position import play_game
from arena.games.two_hundred import GAME
from arena.games.two_hundred.formats import FORMATS
from arena.games.two_hundred.options import NEEDS, PRESETS, Options
from tests.games.situations import at_the_end, shuffles
from tests.games.two_hundred.situations import STANDARD

NAMES = """
    standard kitty informal kitty-trumps-shown kitty-last-trick kitty-first-trick kitty-no-points
    kitty-no-points-or-trumps kitty-points-announced kitty-for-contractor kitty-min-65 kitty-dealer-must-bid
    kitty-singly cent-pour-deux-cents la-bloutte keep-dealer keep-any dealer-must-bid single-round single-round-free
    bloutte-100 target-300 target-500 target-500-hole-300 must-bid-60 higher-score-wins win-by-bid skunk-hole
    skunk-shutout within-50 ten-card ten-card-kitty twelve-card-kitty no-trump trump-by-lead deal-ones deal-twos
    deal-nines misdeal le-ruff le-rough le-rough-dealer-passes le-rough-kitty-together six-two-teams
    six-two-teams-kitty six-two-teams-full-pack six-three-teams six-three-teams-kitty six-three-teams-full-pack pot
    five-silent-fixed five-silent-rotating five-called-card cutthroat cutthroat-low cutthroat-kitty two-player"""


def changed(o: Options) -> dict[str, object]:
    """What options set differently from the standard game."""
    return {f.name: getattr(o, f.name) for f in fields(o) if getattr(o, f.name) != getattr(STANDARD, f.name)}


def problems(settings: Mapping[str, object]) -> tuple[str, ...]:
    with pytest.raises(OptionError) as refused:
        choose(STANDARD, settings)
    return tuple(map(str, refused.value.problems))


def test_there_are_57_presets() -> None:
    assert set(PRESETS) == set(NAMES.split())
    assert len(PRESETS) == 57
    assert not changed(PRESETS["standard"])


@pytest.mark.rule("TH-R18", "TH-R17")
def test_le_rough_is_the_main_game_but_for_what_its_description_names() -> None:
    assert changed(PRESETS["le-rough"]) == {
        "hand_size": 8,
        "kitty": 4,
        "deal_packets": "fours",
        "min_bid": 70,
        "keep": "dealer",
        "discard_points": "contractor",
        "trump_naming": "first_lead",
        "no_trump": "plain",
        "target": 350,
        "announce_all_100": True,
    }
    assert choose(PRESETS["le-rough"], {"no_trump": "double"}).no_trump == "double"
    assert (PRESETS["le-rough"].target - PRESETS["le-rough"].margin, PRESETS["le-rough"].hole) == (250, 350)


@pytest.mark.rule("TH-R41")
def test_bloutte_is_a_rule_and_a_game() -> None:
    assert changed(PRESETS["la-bloutte"]) == {"hundred_wins": True}
    assert changed(PRESETS["bloutte-100"]) == {
        "auction": "single",
        "keep": "dealer",
        "target": 100,
        "hundred_wins": True,
    }


@pytest.mark.rule("TH-R9", "TH-R32")
@pytest.mark.parametrize(
    ("preset", "settings"),
    [
        ("le-ruff", {"min_bid": 5, "all_others_pass": "dealer_free"}),
        ("cutthroat-low", {"format": "cutthroat", "min_bid": 30}),
        ("cutthroat", {"format": "cutthroat"}),
        ("deal-nines", {"deal_packets": "all"}),
        ("single-round-free", {"auction": "single", "keep": "dealer", "all_others_pass": "dealer_free"}),
        ("informal", {"kitty": 4, "bid_100_for_200": True, "keep": "dealer"}),
        ("six-three-teams-full-pack", {"format": "three_pairs", "hand_size": 8, "kitty": 4}),
        ("pot", {"format": "three_pairs", "kitty": 4, "pot": True, "target": 500}),
    ],
)
def test_preset_sets_just_this(preset: str, settings: dict[str, object]) -> None:
    assert changed(PRESETS[preset]) == settings


@pytest.mark.rule("TH-7")
@pytest.mark.parametrize(
    ("format_", "usual", "sizes"),
    [
        ("pairs", 9, {(9, 0), (9, 4), (10, 0), (10, 4), (12, 4), (8, 4)}),
        ("two_trios", 6, {(6, 0), (6, 4), (8, 4)}),
        ("three_pairs", 6, {(6, 0), (6, 4), (8, 4)}),
        ("silent_fixed", 8, {(8, 0)}),
        ("silent_rotating", 8, {(8, 0)}),
        ("called_card", 8, {(8, 0)}),
        ("cutthroat", 9, {(9, 0), (9, 4), (10, 0), (10, 4), (12, 4), (8, 4)}),
        ("two_stacks", 9, {(9, 0)}),
    ],
)
def test_only_these_sizes_can_be_dealt(format_: str, usual: int, sizes: set[tuple[int, int]]) -> None:
    assert Options(format=format_).hand == usual
    for hand, kitty in product((6, 8, 9, 10, 12), (0, 4)):
        settings = {"format": format_, "hand_size": hand, "kitty": kitty}
        if (hand, kitty) in sizes:
            assert choose(STANDARD, settings).hand == hand
        else:
            (problem,) = problems(settings)
            assert problem.startswith(f"hand_size, kitty: {hand}/{kitty} cannot be dealt to the ")


@pytest.mark.rule("TH-7")
def test_size_that_cannot_be_dealt_is_refused_with_those_that_can() -> None:
    assert problems({"format": "two_trios", "hand_size": 9}) == (
        "hand_size, kitty: 9/0 cannot be dealt to the 6 hands of format=two_trios; take one of 6/0, 6/4, 8/4",
    )
    assert Options(format="cutthroat", cutthroat_players=5).hand == 8
    assert Options(format="cutthroat", cutthroat_players=6, kitty=4).hand == 6


@pytest.mark.rule("TH-12", "TH-16", "TH-31", "TH-53", "TH-59", "TH-60", "TH-63", "TH-68", "TH-78", "TH-R11")
@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"kitty_deal": "singly"}, "kitty_deal: 'singly' needs a kitty; set kitty=4 or kitty_deal=two_two"),
        (
            {"discard_limits": "no_points"},
            "discard_limits: 'no_points' needs a kitty; set kitty=4 or discard_limits=none",
        ),
        (
            {"discard_points": "contractor"},
            "discard_points: 'contractor' needs a kitty; set kitty=4 or discard_points=opponents",
        ),
        (
            {"discard_trumps_shown": True},
            "discard_trumps_shown: 'on' needs a kitty; set kitty=4 or discard_trumps_shown=off",
        ),
        (
            {"discard_points_announced": "on"},
            "discard_points_announced: 'on' needs a kitty; set kitty=4 or discard_points_announced=off",
        ),
        (
            {"cutthroat_players": 5},
            "cutthroat_players: '5' needs cutthroat; set format=cutthroat or cutthroat_players=4",
        ),
        (
            {"near_target_margin": 205},
            "near_target_margin: 205 is more than target=200; lower near_target_margin or raise target",
        ),
        ({"kitty": 3}, "kitty: '3' is not possible; take 0, 4"),
        (
            {"format": "two_trios", "misdeal": True},
            "misdeal: 'on' needs at most five hands; set another format or misdeal=off",
        ),
        (
            {"format": "three_pairs", "announce_all_100": True},
            "announce_all_100: 'on' needs two sides; set format=pairs, two_trios or two_stacks or announce_all_100=off",
        ),
        (
            {"kitty": 4, "discard_limits": "no_points_or_trumps", "trump_naming": "first_lead"},
            (
                "trump_naming: 'first_lead' needs discards that do not depend on trump; "
                "set discard_limits=none or no_points or trump_naming=announce"
            ),
        ),
        (
            {"near_target_rule": "must_win_or_set", "qualifying_bid": 60},
            "qualifying_bid: '60' needs a bid to be asked for; set near_target_rule=must_bid or qualifying_bid=any",
        ),
        (
            {"win_requires_bid": True, "both_reach": "higher_score"},
            "both_reach: 'higher_score' needs games won by score; set win_requires_bid=off or both_reach=bidder",
        ),
        (
            {"defender_scoring": "team_total"},
            (
                "defender_scoring: 'team_total' needs players who score for themselves; "
                "set format=silent_fixed, silent_rotating, called_card or cutthroat or defender_scoring=auto"
            ),
        ),
        (
            {"silent_seat": 2, "format": "silent_rotating"},
            "silent_seat: '2' needs a silent partner for the game; set format=silent_fixed or silent_seat=random",
        ),
        (
            {"pot": True, "format": "three_pairs"},
            (
                "pot: 'on' needs three pairs with six cards each and a kitty; "
                "set format=three_pairs, hand_size=6 and kitty=4 or pot=off"
            ),
        ),
        ({"ante": 200}, "ante: '200' needs a pot; set pot=on or ante=100"),
        ({"pot_penalty": 0}, "pot_penalty: '0' needs a pot; set pot=on or pot_penalty=50"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, object], problem: str) -> None:
    assert problems(settings) == (problem,)


@pytest.mark.rule("TH-8")
@pytest.mark.parametrize(
    ("settings", "possible"),
    [
        ({"first_dealer": 3}, True),
        ({"first_dealer": 4}, False),
        ({"first_dealer": 5, "format": "two_trios"}, True),
        ({"first_dealer": 1, "format": "two_stacks"}, True),
        ({"first_dealer": 2, "format": "two_stacks"}, False),
        ({"first_dealer": 2, "format": "silent_rotating"}, True),
        ({"first_dealer": 2, "format": "silent_fixed", "silent_seat": 3}, True),
        ({"first_dealer": 2, "format": "silent_fixed", "silent_seat": 2}, False),
        ({"first_dealer": 2, "format": "silent_fixed"}, False),
    ],
)
def test_first_dealer_must_be_a_seat_that_deals(settings: dict[str, object], possible: bool) -> None:
    if possible:
        assert choose(STANDARD, settings).first_dealer == settings["first_dealer"]
    else:
        (problem,) = problems(settings)
        assert problem.startswith(f"first_dealer: seat {settings['first_dealer']} may not deal with format=")
        assert problem.endswith("set another first_dealer or silent_seat, or first_dealer=random")


@pytest.mark.rule("TH-63")
def test_defenders_score_as_a_team_unless_everybody_plays_for_himself() -> None:
    usual = {name: Options(format=name).team_total for name, shape in FORMATS.items() if shape.individual}
    assert usual == {"silent_fixed": True, "silent_rotating": True, "called_card": True, "cutthroat": False}
    assert Options(format="cutthroat", defender_scoring="team_total").team_total
    assert not Options(format="called_card", defender_scoring="own_tricks").team_total


@pytest.mark.rule("TH-59", "TH-61", "TH-71")
def test_margin_and_hole_follow_the_target_unless_set() -> None:
    assert (STANDARD.margin, STANDARD.hole) == (100, 200)
    assert PRESETS["within-50"].margin == 50
    assert (Options(near_target_margin=30).margin, Options(target=500, hole_limit=300).hole) == (30, 300)


def test_every_need_is_about_options_that_exist() -> None:
    known = {f.name for f in fields(Options)}
    assert {name for need in NEEDS for name in need.names} <= known


@pytest.mark.rule("TH-25", "TH-65")
@given(st.data())
def test_any_combination_is_played_or_refused_with_reasons(data: st.DataObject) -> None:
    settings = {}
    for f in data.draw(st.lists(st.sampled_from(fields(Options)), max_size=6, unique_by=lambda f: f.name)):
        parts = spec(f).values or (True, False)
        part = data.draw(st.sampled_from(parts))
        settings[f.name] = data.draw(st.sampled_from(part)) if isinstance(part, range) else part
    try:
        o = choose(STANDARD, {**settings, "max_deals": 2})
    except OptionError as refused:
        named = {name for problem in refused.problems for name in problem.names}
        assert named <= {f.name for f in fields(Options)}
        return
    position = at_the_end(play_game(GAME, o, shuffles(1)), data.draw(st.randoms(use_true_random=False)))
    assert position.result is not None


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, {"hand_size": "9", "near_target_margin": "100", "hole_limit": "200", "defender_scoring": "auto"}),
        ({"near_target_rule": "must_win_or_set", "target": 300}, {"near_target_margin": "50", "hole_limit": "300"}),
        ({"format": "cutthroat"}, {"hand_size": "9", "defender_scoring": "own_tricks"}),
        ({"format": "called_card"}, {"hand_size": "8", "defender_scoring": "team_total"}),
        ({"format": "two_trios"}, {"hand_size": "6", "defender_scoring": "auto"}),
        ({"hand_size": 10, "hole_limit": 150}, {"hand_size": "10", "hole_limit": "150", "kitty": "0"}),
    ],
)
def test_the_game_line_tells_the_values_in_force(settings: dict[str, object], told: dict[str, str]) -> None:
    assert choose(STANDARD, settings).in_force().items() >= told.items()
