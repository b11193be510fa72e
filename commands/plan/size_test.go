package plan_test

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands/plan"
)

// What is read costs memory by its size and not by how deep it lies. The test is not parallel, so that all that is allocated is
// its own.
func TestLargePlansCostByTheirSize(t *testing.T) {
	const size = 200_000
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
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
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
			runtime.ReadMemStats(&after)
			if each := (after.TotalAlloc - before.TotalAlloc) / uint64(len(text)); each > 600 {
				t.Errorf("%d bytes for each byte of the plan", each)
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
