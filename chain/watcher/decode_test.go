package watcher

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/mergit-io/mergit/contracts/bindings"
	"github.com/mergit-io/mergit/events"
)

func known(t testing.TB, contract string) *abi.ABI {
	t.Helper()
	parsed, err := interfaces[contract].ParseABI()
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// emitted is a log as a contract emits it: topics for what is indexed, data for the rest.
func emitted(t testing.TB, contract, event string, topics []common.Hash, args ...any) (*abi.ABI, types.Log) {
	t.Helper()
	parsed := known(t, contract)
	e := parsed.Events[event]
	data, err := e.Inputs.NonIndexed().Pack(args...)
	if err != nil {
		t.Fatal(err)
	}
	return parsed, types.Log{Address: common.Address{0xc0}, Topics: append([]common.Hash{e.ID}, topics...), Data: data, BlockNumber: 7, Index: 3, BlockTimestamp: 9}
}

func TestArgumentsAreReadable(t *testing.T) {
	t.Parallel()
	agent := common.Address{0xAB, 19: 0xCD}
	word := func(n int64) common.Hash { return common.BigToHash(big.NewInt(n)) }
	huge, _ := new(big.Int).SetString("115792089237316195423570985008687907853269984665640564039457584007913129639935", 10)
	for _, c := range []struct {
		contract, event string
		topics          []common.Hash
		args            []any
		want            string
	}{
		{"AgentPassport", "PassportIssued", []common.Hash{common.BigToHash(huge), common.BytesToHash(agent[:])}, []any{[32]byte{1}},
			`{"agent":"0xab000000000000000000000000000000000000cd","agentId":"` + huge.String() + `","capabilityHash":"0x01` + strings.Repeat("00", 31) + `"}`},
		{"AgentPassport", "StatsUpdated", []common.Hash{word(5)}, []any{uint32(4294967295), uint32(0)}, `{"agentId":"5","done":4294967295,"failed":0}`},
		{"AgentPassport", "MetadataSet", []common.Hash{word(5), {0xfe}}, []any{"k\"\u2028", []byte{1, 2}},
			`{"agentId":"5","indexedMetadataKey":"0xfe` + strings.Repeat("00", 31) + `","metadataKey":"k\"` + "\u2028" + `","metadataValue":"0x0102"}`},
		{"StakeRegistry", "TiersSet", nil, []any{[]*big.Int{big.NewInt(1), big.NewInt(1e18)}}, `{"minimums":["1","1000000000000000000"]}`},
		{"StakeRegistry", "StakeUnbonded", []common.Hash{common.BytesToHash(agent[:])}, []any{big.NewInt(7), big.NewInt(1 << 39)},
			`{"agent":"0xab000000000000000000000000000000000000cd","amount":"7","releaseAt":549755813888}`},
		{"ChallengeManager", "ChallengeResolved", []common.Hash{word(1)}, []any{true, big.NewInt(2), big.NewInt(3)}, `{"id":"1","penalty":"2","reward":"3","upheld":true}`},
	} {
		parsed, l := emitted(t, c.contract, c.event, c.topics, c.args...)
		f := fact(1337, c.contract, parsed, l)
		if f.Event != c.event || string(f.Args) != c.want {
			t.Errorf("%s.%s\n got %s %s\nwant %s", c.contract, c.event, f.Event, f.Args, c.want)
		}
		if f.At.Contract != "0xc0"+strings.Repeat("00", 19) || f.At.Chain != 1337 || f.At.Block != 7 || f.At.LogIndex != 3 || f.Time != 9 {
			t.Errorf("%s: its place is %+v", c.event, f.At)
		}
	}
}

// Every event of every contract has arguments with names of their own and a JSON form.
func TestEveryEventHasAJSONForm(t *testing.T) {
	t.Parallel()
	n := 0
	for _, contract := range slices.Sorted(maps.Keys(interfaces)) {
		for _, e := range known(t, contract).Events {
			n++
			topics := []common.Hash{e.ID}
			for _, arg := range e.Inputs {
				if arg.Indexed {
					topics = append(topics, common.Hash{})
				}
			}
			_, args, err := decode(known(t, contract), topics, make([]byte, 4096))
			if err != nil {
				t.Errorf("%s.%s: %v", contract, e.Name, err)
				continue
			}
			var values map[string]any
			if err := json.Unmarshal(args, &values); err != nil || len(values) != len(e.Inputs) {
				t.Errorf("%s.%s has %d arguments: %s, %v", contract, e.Name, len(e.Inputs), args, err)
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d events", n)
	}
}

func TestWhatTheInterfaceDoesNotExplainIsKeptAsItIs(t *testing.T) {
	t.Parallel()
	parsed, l := emitted(t, "AuditTrail", "Anchored", []common.Hash{{31: 1}}, [32]byte{1})
	for name, change := range map[string]func(*types.Log){
		"no topics":       func(l *types.Log) { l.Topics = nil },
		"unknown event":   func(l *types.Log) { l.Topics = []common.Hash{{1}} },
		"too few topics":  func(l *types.Log) { l.Topics = l.Topics[:1] },
		"too many topics": func(l *types.Log) { l.Topics = append(slices.Clone(l.Topics), common.Hash{}) },
		"short data":      func(l *types.Log) { l.Data = l.Data[:31] },
		"uint64 overflow": func(l *types.Log) { l.Topics = []common.Hash{l.Topics[0], {1}} },
	} {
		changed := l
		change(&changed)
		f := fact(1, "AuditTrail", parsed, changed)
		if f.Event != "" || string(f.Args) != `{}` || len(f.Topics) != len(changed.Topics) || f.Data != fmt.Sprintf("0x%x", changed.Data) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestLargeDataIsKeptAsItsDigest(t *testing.T) {
	t.Parallel()
	topics := []common.Hash{{31: 1}, {}}
	parsed, l := emitted(t, "AgentPassport", "URIUpdated", topics, strings.Repeat("x", 100_000))
	if f := fact(1, "AgentPassport", parsed, l); f.Event != "URIUpdated" || string(f.Args) != `{}` || f.Data != "sha256:"+events.Sum(l.Data).String() {
		t.Errorf("it is kept as %s with %s and %d bytes of data", f.Event, f.Args, len(f.Data))
	}
	parsed, l = emitted(t, "AgentPassport", "URIUpdated", topics, "https://example.org/\xff")
	var args struct{ NewURI string }
	if err := json.Unmarshal(fact(1, "AgentPassport", parsed, l).Args, &args); err != nil || args.NewURI != "https://example.org/\uFFFD" {
		t.Errorf("text that is not UTF-8: %q, %v", args.NewURI, err)
	}
}

func FuzzDecode(f *testing.F) {
	names := slices.Sorted(maps.Keys(interfaces))
	all := map[string]*abi.ABI{}
	var ids [][2]any
	for i, name := range names {
		all[name] = known(f, name)
		for _, e := range all[name].Events {
			ids = append(ids, [2]any{byte(i), e.ID})
		}
	}
	for _, id := range ids {
		f.Add(id[0].(byte), append(id[1].(common.Hash).Bytes(), make([]byte, 64)...), bytes.Repeat([]byte{0, 0x20}, 160))
	}
	f.Add(byte(2), bindings.NewAuditTrail().GetABI().Events["Anchored"].ID.Bytes(), []byte{})
	f.Fuzz(func(t *testing.T, contract byte, topics, data []byte) {
		name := names[int(contract)%len(names)]
		l := types.Log{Data: data}
		for ; len(topics) >= 32; topics = topics[32:] {
			l.Topics = append(l.Topics, common.BytesToHash(topics[:32]))
		}
		got := fact(1, name, all[name], l)
		canonical, err := events.Canonical(got.Args)
		if err != nil || !bytes.Equal(canonical, got.Args) || got.Args[0] != '{' {
			t.Errorf("arguments %s are not canonical: %v", got.Args, err)
		}
		if _, err := events.Marshal("", got, nil); err != nil {
			t.Error(err)
		}
	})
}
