// The loop: reads what the arena says, line by line, and answers its questions. You need not change it.
#include <iostream>
#include <sstream>

#include "seat.hpp"

int main() {
    Seat seat;
    std::cout << "bot @NAME@ 1" << std::endl; // std::endl flushes: each line is sent at once
    for (std::string line; std::getline(std::cin, line);) { // ends with the input
        std::istringstream read(line);
        std::string verb;
        Words words;
        read >> verb;
        for (std::string word; read >> word;) words.push_back(word);
        if (verb == "bye" || verb == "fault") break;
        if (verb == "ask") { // ask SEAT KIND WORD...
            std::cout << choose(seat, words[1], Words(words.begin() + 2, words.end())) << std::endl;
        } else {
            seat.hear(verb, words);
        }
    }
}
