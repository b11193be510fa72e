package jslog

import (
	"strings"
	"testing"
)

func TestOnePatternHoldsMany(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		patterns []string
		want     string
	}{
		{[]string{"a.*.b"}, "a.*.b"},
		{[]string{"a.x.b", "a.y.b"}, "a.*.b"},
		{[]string{"a.x.b", "a.x.c"}, "a.x.*"},
		{[]string{"a.x.b", "a.>"}, "a.>"},
		{[]string{"a.b.>", "a.c.>"}, "a.*.>"},
		{[]string{"a.b", "a.b.c"}, "a.>"},
		{[]string{"a.b.c", "a.x"}, "a.>"},
		{[]string{"a.*.b.c", "a.x.b.d", "a.y.z.d"}, "a.*.*.*"},
		{[]string{"a", "b.c"}, ">"},
	} {
		got := common(c.patterns)
		if got != c.want {
			t.Errorf("%s are held by %s, want %s", strings.Join(c.patterns, " and "), got, c.want)
		}
		for _, p := range c.patterns {
			if !covers(got, p) {
				t.Errorf("%s does not hold %s", got, p)
			}
		}
	}
}
