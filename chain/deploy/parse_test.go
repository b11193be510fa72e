package deploy

import (
	"encoding/json"
	"testing"
)

// FuzzParse reads files that anybody may have written: what is understood is written, and read and written again unchanged.
func FuzzParse(f *testing.F) {
	const at = `"0x1699da773005a0a9c3a53fd6cbf1dc5d0ea6fca5"`
	for _, seed := range []string{
		`{"chain_id":1337}`,
		`{"chain_id":1337,"proof_of_work":` + at + `,"block":3,"tx":"0x0000000000000000000000000000000000000000000000000000000000000001"}`,
		`{"chain_id":1337,"proof_of_work":` + at + `,"pending":"0x02"}`,
		`{"chain_id":143,"proof_of_work":{"address":` + at + `,"block":3},"roles":{"admin":` + at + `},"pending":[{"contract":"Badges","address":` + at + `,"raw":"0x","hashes":[]}]}`,
		`{"proof_of_work":null}`, `{"proof_of_work":{"BloCk":1}}`, `[]`, `{"proof_of_work":"0x"}`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := parse(text)
		if err != nil {
			return
		}
		written, err := json.Marshal(&a)
		if err != nil {
			t.Fatal(err)
		}
		again, err := parse(written)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if rewritten, err := json.Marshal(&again); err != nil || string(rewritten) != string(written) {
			t.Errorf("%s became %s, %v", written, rewritten, err)
		}
	})
}

// TestEveryRoleOfAContractIsSomebodys holds the table to what Ensure takes for granted.
func TestEveryRoleOfAContractIsSomebodys(t *testing.T) {
	t.Parallel()
	for _, name := range Names {
		c := contracts[name]
		if len(c.knows) != len(c.needs) {
			t.Errorf("%s needs %v and tells %v", name, c.needs, c.knows)
		}
		for _, need := range c.needs {
			if !dependsOn(name, []Name{need}) {
				t.Errorf("%s does not depend on %s", name, need)
			}
		}
		if got := withNeeded([]Name{name}); got[len(got)-1] != name {
			t.Errorf("%s comes before what it needs: %v", name, got)
		}
		for _, g := range append(c.roles, c.grants...) {
			if (g.to == "") == (g.at == "") {
				t.Errorf("%s of %s: %+v", g.role, name, g)
			}
		}
	}
}
