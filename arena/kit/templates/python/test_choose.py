"""A test: run it with python3 test_choose.py."""

import unittest

from choose import choose
from seat import Seat

LINES = """\
game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000
note deal 1 dealer=0
show hand 2 AS KH 5H
note trump D
did 1 play 7D
did 2 play AS
"""


class TestChoose(unittest.TestCase):
    def setUp(self):
        self.seat = Seat()
        for line in LINES.splitlines():
            verb, *words = line.split()
            self.seat.hear(verb, words)

    def test_the_seat_knows_what_it_was_told(self):
        self.assertEqual(self.seat.hand, ["KH", "5H"])
        self.assertEqual(self.seat.table, [("1", "7D"), ("2", "AS")])
        self.assertEqual((self.seat.trump, self.seat.ms), ("D", 1000))

    def test_the_answer_is_legal(self):
        self.assertIn(choose(self.seat, "play", ["KH", "5H"]), ["KH", "5H"])


if __name__ == "__main__":
    unittest.main()
