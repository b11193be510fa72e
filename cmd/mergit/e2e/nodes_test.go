package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/mergit-io/mergit/chain/deploy"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/gateway/wire"
)

// Whichever of two nodes goes wrong while Mergit works, is killed, and the chain reorganises: proofs are confirmed, passports
// are minted, and the log has what the contracts emitted once.
func TestOneOfTwoNodesMayGoWrong(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	chaintest.Rich(t, f.node, f.deployer, 100)
	for _, account := range f.roles {
		chaintest.Rich(t, f.node, account, 100)
	}
	at := f.deploy(f.named()...)
	nodes := []*chaintest.Proxy{chaintest.NewProxy(t, f.url), chaintest.NewProxy(t, f.url)}
	args := []string{"--chain", nodes[0].URL, "--chain", nodes[1].URL, "--deployments", f.deployments(), "--keystores", f.keys()}
	data := dataDir(t)
	s := up(t, data, args...)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(s.out)
		}
	})
	var goals []wire.Accepted
	for i, name := range []string{"stale", "cut off", "already known"} {
		liar := nodes[i%2]
		liar.Lie(chaintest.Lies()[name])
		goals = append(goals, submit(t, s, list(name), ""))
		if i == 1 {
			s.kill() // in the middle of it
			f.cast("rpc", "anvil_reorg", "2", "[]")
			s = up(t, data, args...)
		}
		register(t, s, "--name", strings.ReplaceAll(name, " ", "-"), "--role", "coder")
		proven(t, s, goals[i])
		liar.Lie(nil)
	}
	for _, g := range goals {
		verifies(t, s, g.ID)
	}
	want := f.emitted(at)
	if len(want) < 20 {
		t.Errorf("the contracts emitted only %d logs", len(want))
	}
	seen := observed(t, s, len(want))
	for place, n := range want {
		if seen[place] != n {
			t.Errorf("log %s was observed %d times", place, seen[place])
		}
	}
}

// emitted counts the logs of the contracts by their place: block hash and index. They are final within a few blocks.
func (f *foreign) emitted(at deploy.Addresses) map[string]int {
	f.t.Helper()
	head, err := f.node.Head(f.t.Context(), common.Address{})
	if err != nil {
		f.t.Fatal(err)
	}
	places := map[string]int{}
	for _, name := range deploy.Names {
		logs, err := f.node.Logs(f.t.Context(), at.Of(name).Address, 0, head.Final.Number)
		if err != nil {
			f.t.Fatal(err)
		}
		for _, l := range logs {
			places[fmt.Sprintf("%s-%d", l.BlockHash.Hex(), l.Index)]++
		}
	}
	return places
}

// observed counts the logs in the log that stand, by their place, once there are as many as the chain has.
func observed(t *testing.T, s *server, want int) map[string]int {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "watch", "mergit.ev.*.main.chain.>", "--from", "start", "--json", "--data", s.Data)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	seen := map[string]int{}
	for lines := bufio.NewScanner(out); len(seen) < want && lines.Scan(); {
		var e wire.Event
		var data struct {
			At events.OnChain `json:"at"`
		}
		err := json.Unmarshal(lines.Bytes(), &e)
		if err == nil {
			err = json.Unmarshal(e.Data, &data)
		}
		if err != nil {
			t.Fatalf("%v in %s", err, lines.Bytes())
		}
		place := fmt.Sprintf("%s-%d", data.At.BlockHash, data.At.LogIndex)
		switch e.Kind {
		case "log.observed":
			seen[place]++
		case "log.removed":
			delete(seen, place)
		}
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // it was killed
	return seen
}
