// The loop: reads what the arena says, line by line, and answers its questions. You need not change it.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

const longest = 65538 // a line of the protocol with its end

func main() {
	seat := &Seat{}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, longest), longest)
	fmt.Println("bot @NAME@ 1") // os.Stdout has no buffer: each line is sent at once
	for lines.Scan() {          // ends with the input
		words := strings.Fields(lines.Text())
		switch {
		case len(words) == 0:
		case words[0] == "bye" || words[0] == "fault":
			return
		case words[0] == "ask": // ask SEAT KIND WORD...
			fmt.Println(choose(seat, words[2], words[3:]))
		default:
			seat.hear(words[0], words[1:])
		}
	}
}
