"""Do the intervals and tests of `ladders` keep their promises on games of this project? (`make calibrate`)"""
