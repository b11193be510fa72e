package node

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/chain/deploy"
)

func TestErrorsDoNotTellAProvidersKey(t *testing.T) {
	t.Parallel()
	const key = "https://rpc.example.org/v3/0123456789abcdef"
	n := &node{infra: &infra{rpcs: []string{key, "http://127.0.0.1:8545"}, ws: []string{"wss://rpc.example.org/v3/0123456789abcdef"}}}
	said := n.withoutURLs(fmt.Errorf("chain ID: Post %q: wss://rpc.example.org/v3/0123456789abcdef: no such host", key))
	if want := `chain ID: Post "rpc.example.org:443": rpc.example.org:443: no such host`; said != want {
		t.Errorf("said %s; want %s", said, want)
	}
}

func TestLowBalanceIsToldOnceAndAgainWhenHalfIsGone(t *testing.T) {
	t.Parallel()
	var l lows
	var told []uint64
	for _, left := range []uint64{10_000, 499, 498, 300, 249, 240, 124, 10, 0, 0, 800, 400} {
		if l.set(LowBalance{Signer: deploy.Oracle, Balance: "1 MON", Left: left}) {
			told = append(told, left)
		}
	}
	if want := []uint64{499, 249, 124, 10, 0, 400}; !slices.Equal(told, want) {
		t.Errorf("told at %d; want %d", told, want)
	}
	if said := l.warnings(); len(said) != 1 || !strings.Contains(said[0], "oracle") || !strings.Contains(said[0], "400 transactions") {
		t.Errorf("warnings: %q", said)
	}
	if !l.stopped(Oracle, "no node answers") || l.stopped(Oracle, "no node answers") || l.stopped(Oracle, "") ||
		!l.stopped(Oracle, "no node answers") {
		t.Error("why a role stands still is not told once, and again after it went on")
	}
	if said := l.warnings(); len(said) != 2 || !strings.Contains(said[0], "no node answers") {
		t.Errorf("warnings while the chain is away: %q", said)
	}
	l.stopped(Oracle, "")
	l.set(LowBalance{Signer: deploy.Oracle, Left: 501})
	if said := l.warnings(); len(said) != 0 {
		t.Errorf("warnings of an account that was filled up: %q", said)
	}
}

func TestAMissingRoleIsToldOnceAndWarnedOfUntilItIsThere(t *testing.T) {
	t.Parallel()
	var l lows
	const lacks = "the recorder's account does not have RECORDER_ROLE"
	for i, c := range []struct {
		what string
		news bool
	}{{"", false}, {lacks, true}, {lacks, false}, {lacks + " of ProofOfWork", true}, {"", false}, {lacks, true}} {
		if news := l.missing(deploy.Recorder, c.what); news != c.news {
			t.Errorf("look %d: news %t, want %t", i, news, c.news)
		}
		if said := l.warnings(); (c.what == "") != (len(said) == 0) || (c.what != "" && said[0] != c.what) {
			t.Errorf("look %d: warnings %q", i, said)
		}
	}
}
