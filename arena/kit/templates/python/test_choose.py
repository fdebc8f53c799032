"""A test: run it with python3 test_choose.py, where python3 is the one that has the arena."""

import unittest

from choose import choose

from arena.client import Position


class TestChoose(unittest.TestCase):
    def test_every_answer_of_a_deal_is_legal(self):
        p = Position.of({"game": "@GAME@"})
        while p.legal:
            word = choose(p.turn())
            self.assertIn(word, p.legal)
            p.play(word)


if __name__ == "__main__":
    unittest.main()
