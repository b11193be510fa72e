package rpc

import (
	"encoding/json"
	"slices"
	"testing"
)

// FuzzLogs reads what a node may answer to eth_getLogs: whatever passes is in one order, each log once, and of the range.
func FuzzLogs(f *testing.F) {
	const hash = `"0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe340544a4f"`
	log := func(block, index, removed string) string {
		return `{"address":"0x00000000000000000000000000000000000000aa","topics":[],"data":"0x","blockNumber":"` + block + `","transactionHash":` + hash +
			`,"transactionIndex":"0x0","blockHash":` + hash + `,"logIndex":"` + index + `","removed":` + removed + `}`
	}
	for _, seed := range []string{
		`null`, `[]`, `{}`, `[null]`, `[{}]`, `"0x"`, `[` + log("0x5", "0x0", "false") + `]`,
		`[` + log("0x5", "0x1", "false") + `,` + log("0x5", "0x0", "false") + `]`,
		`[` + log("0x5", "0x0", "false") + `,` + log("0x5", "0x0", "false") + `]`,
		`[` + log("0x5", "0x0", "true") + `]`, `[` + log("0xffffffffffffffff", "0x0", "false") + `]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		logs, err := readLogs(json.RawMessage(answer))
		if err != nil {
			return
		}
		slices.SortStableFunc(logs, byPlace)
		if check(logs, 3, 9) != nil {
			return
		}
		for i, l := range logs {
			if l.BlockNumber < 3 || l.BlockNumber > 9 || l.Removed || i > 0 && byPlace(logs[i-1], l) >= 0 {
				t.Errorf("log %d of %s passed", i, answer)
			}
		}
	})
}
