package events

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestResultHashesAreFrozen(t *testing.T) {
	t.Parallel()
	type resultCase struct {
		Salt      string `json:"salt"`
		Value     string `json:"value"`
		Canonical string `json:"canonical"`
		Hash      Digest `json:"hash"`
	}
	var cases []resultCase
	for _, salt := range [][]byte{make([]byte, SaltSize), bytes.Repeat([]byte{0xa5}, SaltSize)} {
		for _, value := range []string{
			`null`, `""`, `{}`, `{"b":2,"a":[1.50,-0,1e21,"\u20ac"]}`, `"<&> \ud83d\ude00"`, `[ {"\ufb33":1,"😀":2} ]`, `9007199254740993`,
		} {
			hash, err := ResultHash(salt, json.RawMessage(value))
			if err != nil {
				t.Fatal(err)
			}
			canonical, err := Canonical([]byte(value))
			if err != nil {
				t.Fatal(err)
			}
			if hash != Sum(append(bytes.Clone(salt), canonical...)) {
				t.Errorf("%s: not the SHA-256 of salt and canonical form", value)
			}
			cases = append(cases, resultCase{hex.EncodeToString(salt), value, string(canonical), hash})
		}
	}
	golden(t, "result.golden.json", cases)
}

func TestAResultStandsInItsEventUpToALimit(t *testing.T) {
	t.Parallel()
	key, salt := fixedKey(t, "g"), bytes.Repeat([]byte{1}, SaltSize)
	for _, size := range []int{InlineSize, InlineSize + 1} {
		value := json.RawMessage(`"` + strings.Repeat("é", (size-2)/2) + strings.Repeat("x", size%2) + `"`)
		c, blob, err := NewContent(salt, value, key)
		if err != nil || c.Size != int64(size) {
			t.Fatal(c.Size, err)
		}
		said, err := c.Open()
		if err != nil {
			t.Fatal(err)
		}
		whole := said.Value
		if size > InlineSize {
			if c.Blob != Sum(blob) || said.Value != nil || len(said.Preview) > PreviewSize || !utf8.ValidString(said.Preview) {
				t.Fatalf("%+v", said)
			}
			if whole, err = key.Open(BlobPlace, blob); err != nil {
				t.Fatal(err)
			}
		} else if blob != nil || !c.Blob.IsZero() {
			t.Fatal("a small value went to a blob")
		}
		if err := c.Check(said, whole); err != nil {
			t.Error(err)
		}
	}
}
