package score_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mergit-io/mergit/chain/oracle/score"
	"github.com/mergit-io/mergit/events"
)

func TestTheScoreIsTheWeightedMeanOfWhatWasObserved(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		counts score.Counts
		badges int64
		want   int64
	}{
		"nothing":                        {want: 0},
		"all done, no badge":             {counts: score.Counts{Done: 5}, want: 8333},                                                          // (35 + 15) of 60
		"all done, all badges":           {counts: score.Counts{Done: 5}, badges: 7, want: 10_000},                                             // of 60 of 60
		"more badges than count":         {counts: score.Counts{Done: 5}, badges: 99, want: 10_000},                                            //
		"one badge":                      {counts: score.Counts{Done: 5}, badges: 1, want: 8889},                                               // (500000 + 33330) ÷ 60 = 8888.8
		"half done":                      {counts: score.Counts{Done: 1, Lost: 1, FailedAttempts: 1}, want: 4917},                              // 35·5000 + 15·8000 of 60
		"done at the second attempt":     {counts: score.Counts{Done: 1, FailedAttempts: 1}, want: 7833},                                       // 35·10000 + 15·8000 of 60
		"approved and rejected":          {counts: score.Counts{Done: 4, Approved: 3, Rejected: 1}, want: 8167},                                // 500000 + 15·7500 of 75
		"only answers":                   {counts: score.Counts{Approved: 1}, want: 6000},                                                      // 15 of 25
		"pull requests":                  {counts: score.Counts{Done: 1, Merged: 3, Closed: 1}, want: 8088},                                    // 500000 + 25·7500 of 85 = 8088.2
		"a change taken back":            {counts: score.Counts{Done: 2, Merged: 2, RolledBack: 1}, want: 8559},                                // 600000 + 15·8500 of 85 = 8558.8
		"issues":                         {counts: score.Counts{Done: 4, Flagged: 1}, want: 8208},                                              // 350000 + 15·9500 of 60 = 8208.3
		"more issues than pieces":        {counts: score.Counts{Done: 1, Flagged: 3}, want: 7833},                                              // 350000 + 15·8000 of 60
		"revoked":                        {counts: score.Counts{Done: 1, Revoked: 1}, want: 8083},                                              // 350000 + 15·9000 of 60
		"everything":                     {counts: everything, badges: 2, want: 6845},                                                          //
		"replans and doubt do not weigh": {counts: score.Counts{Done: 5, Replans: 9, InDoubt: 9}, want: 8333},                                  //
		"nothing but badges":             {badges: 3, want: 0},                                                                                 //
		"a great many":                   {counts: score.Counts{Done: 1 << 48, Lost: 1 << 48, FailedAttempts: 1 << 48}, badges: 0, want: 4917}, //
	} {
		got := score.Components(c.counts, c.badges)
		if got.Score != c.want {
			t.Errorf("%s: %d, want %d: %+v", name, got.Score, c.want, got)
		}
		if got.Formula != score.Formula {
			t.Errorf("%s: formula %d", name, got.Formula)
		}
	}
}

// everything is 35·7500 + 25·6667 + 15·8000 + 15·q + 10·5283 of 100, where q = 10000 − (40·4000 + 30·5000 + 20·2000 + 10·10000) ÷ 100.
var everything = score.Counts{Done: 6, Lost: 2, FailedAttempts: 4, Approved: 4, Rejected: 1, Merged: 2, Closed: 1, RolledBack: 1, Flagged: 2, Revoked: 2}

func TestBadgesCountByTheirLogarithm(t *testing.T) {
	t.Parallel()
	for n := int64(0); n < 12; n++ {
		want := min(int64(math.Floor(math.Log2(float64(n)+1)/3*events.MaxScore+0.5)), events.MaxScore)
		if got := score.Components(score.Counts{}, n).Badges.Value; got != want {
			t.Errorf("%d badges: %d, want %d", n, got, want)
		}
	}
}

// What is better never makes a score worse, and no score leaves its bounds.
func TestAScoreIsBoundedAndMonotone(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	n := func() int64 { return r.Int64N(int64(1) << r.IntN(20)) }
	for range 20_000 {
		c := score.Counts{Done: n(), Lost: n(), Approved: n(), Rejected: n(), Merged: n(), Closed: n(), Flagged: n(), Revoked: r.Int64N(3)}
		c.FailedAttempts, c.RolledBack = c.Lost+n(), min(n(), c.Merged)
		badges := r.Int64N(9)
		at := score.Components(c, badges)
		if at.Score < 0 || at.Score > events.MaxScore || at.Quality.Value < 0 || at.Quality.Value > events.MaxScore {
			t.Fatalf("%+v: %+v", c, at)
		}
		if more := score.Components(c, badges+1); more.Score < at.Score {
			t.Fatalf("%+v: with a badge more %d instead of %d", c, more.Score, at.Score)
		}
		for what, worse := range map[string]func(*score.Counts){
			"rejected": func(c *score.Counts) { c.Rejected++; c.Approved = max(c.Approved, 1) },
			"closed":   func(c *score.Counts) { c.Closed++; c.Merged = max(c.Merged, 1) },
			"flagged":  func(c *score.Counts) { c.Flagged++ },
			"lost":     func(c *score.Counts) { c.Lost++; c.FailedAttempts++ },
		} {
			if c.Done == 0 || c.Approved == 0 || c.Merged == 0 {
				continue // it would be the first observation of its kind
			}
			changed := c
			worse(&changed)
			// A failed attempt more is one more to share issues out to, which may outweigh it where they are many.
			if got := score.Components(changed, badges); got.Score > at.Score && c.Flagged == 0 {
				t.Fatalf("%+v: %s made %d of %d", c, what, got.Score, at.Score)
			}
		}
	}
}
