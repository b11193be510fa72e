package plan_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands/plan"
)

// The largest plans that are let in, each of the kind that costs most somewhere.
func TestTheLargestPlansAreReadQuickly(t *testing.T) {
	t.Parallel()
	const size = 900_000
	deep := strings.Repeat(`{"a long name for a level":[`, 60)
	shut := strings.Repeat(`]}`, 60)
	for name, value := range map[string]string{
		"deep and wide":   deep + strings.Repeat("0,", size/2) + "0" + shut,
		"many objects":    `[` + strings.Repeat(`{"a":1},`, size/8) + `0]`,
		"many keys":       `{` + keys(size/12) + `"z":0}`,
		"many references": `["` + strings.Repeat(`{{goal.title}}","`, size/17) + `"]`,
		"one long text":   `"` + strings.Repeat("{{goal.title}} ", size/15) + `"`,
		"one escape":      `"` + strings.Repeat(`{{\"{{\"}}`, size/11) + `"`,
	} {
		t.Run(name, func(t *testing.T) {
			text := tasks(`{"id":"a","role":"coder","tool":"http_request","args":{"v":` + value + `}}`)
			began := time.Now()
			p, err := plan.Parse([]byte(text))
			if err == nil {
				err = plan.Validate(p, catalogue)
			}
			if err == nil {
				_, err = plan.Bind(p, nil)
			}
			if err == nil {
				_, err = plan.Refs(p.Tasks[0].Args)
			}
			if err != nil {
				t.Fatal(err)
			}
			// Ten times what it takes on a slow machine under the race detector is still told from a quadratic cost.
			took := time.Since(began)
			t.Log(took)
			if took > 5*time.Second {
				t.Errorf("took %s", took)
			}
		})
	}
}

func keys(n int) string {
	var out strings.Builder
	for i := range n {
		out.WriteString(`"k` + strings.Repeat("0", 3) + strconv.Itoa(i) + `":0,`)
	}
	return out.String()
}
