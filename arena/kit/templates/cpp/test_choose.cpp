// A test: run it with c++ -std=c++17 -o test_choose test_choose.cpp choose.cpp && ./test_choose.
#undef NDEBUG
#include <cassert>
#include <iostream>
#include <sstream>

#include "seat.hpp"

const char *LINES = R"(game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000
note deal 1 dealer=0
show hand 2 AS KH 5H
note trump D
did 1 play 7D
did 2 play AS
)";

int main() {
    Seat seat;
    std::istringstream lines(LINES);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream read(line);
        std::string verb;
        Words words;
        read >> verb;
        for (std::string word; read >> word;) words.push_back(word);
        seat.hear(verb, words);
    }
    assert((seat.hand == Words{"KH", "5H"}));
    assert(seat.table.size() == 2 && seat.table[0].second == "7D" && seat.table[1].first == "2");
    assert(seat.trump == "D" && seat.ms == 1000);
    const std::string answer = choose(seat, "play", {"KH", "5H"});
    assert(answer == "KH" || answer == "5H");
    std::cout << "ok" << std::endl;
}
