// What the seat knows: kept from the lines of the arena, for any game.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

using Words = std::vector<std::string>;

struct Seat {
    std::string game;                                       // the name of the game
    std::string me = "0";                                   // my seat
    int seats = 0;                                          // how many seats there are
    int ms = 0;                                             // the time for an answer in ms; 0 if there is no limit
    std::vector<int> scores;                                // of the sides, after the last deal
    std::string trump;                                      // such as "S"; "" while there is none
    Words hand;                                             // my cards
    std::vector<std::pair<std::string, std::string>> table; // the cards of this trick, each after its seat
    Words gone;                                             // the cards played in this deal

    // Take in a line: its first word, and the others. Whatever is not known is ignored.
    void hear(const std::string &verb, const Words &words) {
        if (verb == "game") { // game ID NAME KEY=VALUE...
            sit_down(words);
        } else if (verb == "clock") { // clock MOVE_MS BANK_MS
            ms = std::stoi(words[0]);
        } else if (verb == "note") { // note KIND VALUE...
            note(words[0], Words(words.begin() + 1, words.end()));
        } else if (verb == "show") { // show KIND OWNER CARD...
            see(words[0], words[1], Words(words.begin() + 2, words.end()));
        } else if (verb == "did") { // did SEAT KIND WORD
            watch(words[0], words[1], words[2]);
        }
    }

  private:
    void sit_down(const Words &words) {
        *this = Seat();
        game = words[1];
        for (const std::string &word : words) {
            const auto place = word.find('=');
            const std::string key = word.substr(0, place), value = word.substr(place + 1);
            if (key == "seat") me = value;
            if (key == "seats") seats = std::stoi(value);
            if (key == "move_ms") ms = std::stoi(value);
        }
    }

    // Take in a public fact.
    void note(const std::string &kind, const Words &values) {
        if (kind == "deal") {
            trump.clear(), hand.clear(), table.clear(), gone.clear();
        } else if (kind == "trump") {
            trump = values[0];
        } else if (kind == "trick") {
            table.clear();
        } else if (kind == "scores") {
            scores.clear();
            for (const std::string &value : values) scores.push_back(std::stoi(value));
        }
    }

    // Take in cards that I see now: my hand, and what comes to it.
    void see(const std::string &kind, const std::string &owner, const Words &cards) {
        const bool mine = owner == me;
        if (kind == "hand" && mine) {
            hand = cards;
        } else if (kind == "kitty" || kind == "hole" || (mine && (kind == "drawn" || kind == "taken"))) {
            hand.insert(hand.end(), cards.begin(), cards.end());
        }
    }

    // Take in what a seat did. My own answers come back in this way too.
    void watch(const std::string &seat, const std::string &kind, const std::string &word) {
        if (kind == "play" && !std::islower(static_cast<unsigned char>(word[0]))) { // a word such as truc is no card
            table.emplace_back(seat, word);
            gone.push_back(word);
        }
        const auto place = std::find(hand.begin(), hand.end(), word);
        if (seat == me && kind != "bid" && kind != "call" && place != hand.end()) hand.erase(place);
    }
};

// Return one of the legal words: this is yours to fill in (choose.cpp).
std::string choose(const Seat &seat, const std::string &kind, const Words &legal);
