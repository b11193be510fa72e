package filelog_test

import (
	"fmt"
	"strings"

	"github.com/mergit-io/mergit/chain/verify/filelog"
)

func ExampleRead() {
	_, err := filelog.Read(strings.NewReader(`{"sequence":1,"subject":"mergit.ev`))
	fmt.Println(err)
	// Output: line 1: the line is cut short
}
