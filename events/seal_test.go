package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// fixedKey is a key that every run of the tests has.
func fixedKey(t testing.TB, id string) *Key {
	t.Helper()
	secret := Sum([]byte("secret of " + id))
	key, err := NewKey(id, secret[:])
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// opener has the keys it is given, and destroyed those it is not.
func opener(keys ...*Key) Opener {
	return func(kid string) (*Key, error) {
		for _, k := range keys {
			if k.ID == kid {
				return k, nil
			}
		}
		return nil, ErrForgotten
	}
}

// sealedFacts are facts with content in every sort of place.
func sealedFacts() map[string]Event {
	return map[string]Event{
		"strings and slices": GoalSubmitted{
			Title: "write <a> \"readme\" € 😀", Description: "for & by", Submitter: "user:ann", Params: json.RawMessage(`{"a":[1,2]}`),
			Plan: json.RawMessage(`{"title":"t"}`), Mounts: []Mount{{Name: "src", Path: "/src"}, {Name: "doc", Path: "/doc"}},
		},
		"empty strings":         GoalSubmitted{Submitter: "user:ann"},
		"slices of structs":     GoalPlanned{Version: 1, Tasks: []PlannedTask{{ID: "a", Role: "coder", Prompt: "p"}, {ID: "b", Role: "coder", Args: json.RawMessage(`{}`)}}},
		"an empty slice":        GoalPlanned{Version: 1, Tasks: []PlannedTask{}},
		"a struct":              TaskToolResult{Step: Step{Attempt: 1, Call: 2, Claim: "c"}, Result: Content{Hash: Sum(nil), Size: 4, Said: json.RawMessage(`{"salt":"00","value":null}`)}},
		"a struct left out":     TaskToolSettled{Step: Step{Attempt: 1, Call: 2, Claim: "c"}, Outcome: "again", By: "user:ann"},
		"what looks like a box": InterruptPending{Interrupt: "i", Type: "escalation", Data: json.RawMessage(`{"$sealed":"AAAA","kid":"g"}`)},
		"nothing":               GoalCompleted{Tasks: 1},
	}
}

// boxes has content in every sort of place. It is no kind of the catalogue, so
// that what is frozen here is the rule and not a payload.
type boxes struct {
	goalFact
	Text    string          `json:"text" seal:"content"`
	Maybe   string          `json:"maybe,omitempty" seal:"content"`
	Raw     json.RawMessage `json:"raw,omitempty" seal:"content"`
	Plain   string          `json:"plain"`
	Inner   box             `json:"inner"`
	Pointer *box            `json:"pointer,omitempty"`
	Many    []box           `json:"many"`
	None    box             `json:"none,omitzero"`
}

type box struct {
	Name string   `json:"name"`
	Said []string `json:"said" seal:"content"`
}

func (boxes) kind() *Kind { return boxesKind }

var boxesKind = newKind[boxes](FamilyGoal, "goal.boxed", 1, OfAggregate)

func TestSealedBodiesAreFrozen(t *testing.T) {
	t.Parallel()
	type sealedCase struct {
		Name   string          `json:"name"`
		ID     ID              `json:"id"`
		KID    string          `json:"kid"`
		Secret string          `json:"secret"`
		Plain  json.RawMessage `json:"plain"`
		Body   string          `json:"body"`
	}
	var cases []sealedCase
	facts := map[string]boxes{
		"nothing": {},
		"everything": {
			Text: "write <a> \"readme\" € 😀", Maybe: "for & by", Raw: json.RawMessage(`{"a":[1,2.50,"<"]}`), Plain: `{"$sealed":"AAAA","kid":"g"}`,
			Inner: box{"inner", []string{"one", "two"}}, Pointer: &box{"pointer", nil}, Many: []box{{"0", []string{""}}, {"1", nil}},
			None: box{"none", []string{}},
		},
		"an empty list":         {Many: []box{}},
		"what looks like a box": {Raw: json.RawMessage(`{"$sealed":"AAAA","kid":"g"}`)},
	}
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		const id = "0192f3c0-0000-7000-8000-00000000000a"
		body, err := Marshal(id, facts[name], fixedKey(t, "g"))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := Marshal(id, facts[name], nil)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, sealedCase{
			Name: name, ID: id, KID: "g", Secret: Sum([]byte("secret of g")).String(), Plain: plain, Body: string(body),
		})
		back, _, err := boxesKind.decode(id, 1, body, opener(fixedKey(t, "g")))
		if err != nil || !sameJSON(t, back, facts[name]) {
			t.Errorf("%s: %+v, %v", name, back, err)
		}
	}
	golden(t, "sealed.golden.json", cases)
}

func TestSealedFactsComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	key := fixedKey(t, "g")
	for name, fact := range sealedFacts() {
		body, err := Marshal("id", fact, key)
		if err != nil {
			t.Fatal(err)
		}
		back, forgotten, err := Unmarshal("id", fact.kind().Name, 1, body, opener(key))
		if err != nil || forgotten || !sameJSON(t, back, fact) {
			t.Errorf("%s: %+v, %t, %v", name, back, forgotten, err)
		}
		if again, err := Marshal("id", fact, key); err != nil || !bytes.Equal(again, body) {
			t.Errorf("%s: sealing is not repeatable", name)
		}
		if plan := fact.kind().seals; plan != nil {
			for _, word := range []string{"readme", "/src", `"p"`, "salt"} {
				if strings.Contains(string(body), word) {
					t.Errorf("%s: %q is plain in %s", name, word, body)
				}
			}
		}
	}
}

// sameJSON compares facts as their JSON: a RawMessage may be spelt differently.
func sameJSON(t testing.TB, a, b Event) bool {
	t.Helper()
	var text [2][]byte
	for i, e := range []Event{a, b} {
		raw, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if text[i], err = Canonical(raw); err != nil {
			t.Fatal(err)
		}
	}
	return bytes.Equal(text[0], text[1]) && reflect.TypeOf(a) == reflect.TypeOf(b)
}

// members splits a body.
func members(t *testing.T, body []byte) map[string]json.RawMessage {
	t.Helper()
	var m map[string]json.RawMessage
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestContentIsBoundToItsPlace(t *testing.T) {
	t.Parallel()
	key := fixedKey(t, "g")
	fact := GoalSubmitted{Title: "title", Description: "description", Submitter: "user:ann", Mounts: []Mount{{Name: "a", Path: "/a"}, {Name: "b", Path: "/b"}}}
	body, err := Marshal("one", fact, key)
	if err != nil {
		t.Fatal(err)
	}
	moved := func(change func(m map[string]json.RawMessage)) []byte {
		m := members(t, body)
		change(m)
		out, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for name, c := range map[string]struct {
		id   ID
		body []byte
	}{
		"to another event": {"two", body},
		"to another field": {"one", moved(func(m map[string]json.RawMessage) { m["title"], m["description"] = m["description"], m["title"] })},
		"to another element": {"one", moved(func(m map[string]json.RawMessage) {
			var mounts []json.RawMessage
			if err := json.Unmarshal(m["mounts"], &mounts); err != nil {
				t.Fatal(err)
			}
			slices.Reverse(mounts)
			m["mounts"], _ = json.Marshal(mounts)
		})},
		"with a bit changed": {"one", bytes.Replace(body, []byte(`"$sealed":"`), []byte(`"$sealed":"AAAA`), 1)},
		"cut short":          {"one", moved(func(m map[string]json.RawMessage) { m["title"] = json.RawMessage(`{"$sealed":"AAAA","kid":"g"}`) })},
		"no base64":          {"one", moved(func(m map[string]json.RawMessage) { m["title"] = json.RawMessage(`{"$sealed":"%","kid":"g"}`) })},
		"under another key":  {"one", bytes.ReplaceAll(body, []byte(`"kid":"g"`), []byte(`"kid":"h"`))},
	} {
		if got, _, err := Unmarshal(c.id, "goal.submitted", 1, c.body, opener(key, fixedKey(t, "h"))); err == nil {
			t.Errorf("%s: opened as %+v", name, got)
		}
	}
}

func TestContentWhoseKeyIsDestroyedIsForgottenAndItsProofsStand(t *testing.T) {
	t.Parallel()
	key := fixedKey(t, "g")
	salt := bytes.Repeat([]byte{7}, SaltSize)
	content, _, err := NewContent(salt, json.RawMessage(`{"answer":42}`), key)
	if err != nil {
		t.Fatal(err)
	}
	for name, fact := range map[string]Event{
		"submitted": GoalSubmitted{Title: "t", Description: "d", Submitter: "user:ann", Mounts: []Mount{{Name: "a", Path: "/a"}}, Plan: json.RawMessage(`{}`)},
		"result":    TaskToolResult{Step: Step{Attempt: 1, Call: 1, Claim: "c"}, Result: content},
	} {
		body, err := Marshal("id", fact, key)
		if err != nil {
			t.Fatal(err)
		}
		before := EnvelopeDigest(Meta{ID: "id"}, "s", "k", body)
		got, forgotten, err := Unmarshal("id", fact.kind().Name, 1, body, opener())
		if err != nil || !forgotten {
			t.Fatalf("%s: %t, %v", name, forgotten, err)
		}
		switch got := got.(type) {
		case GoalSubmitted:
			if got.Title != Forgotten || got.Description != Forgotten || got.Submitter != "user:ann" ||
				got.Mounts[0] != (Mount{Name: "a", Path: Forgotten}) || len(got.Plan) > 4 {
				t.Errorf("%+v", got)
			}
		case TaskToolResult:
			if got.Result.Hash != content.Hash || got.Result.Size != content.Size {
				t.Errorf("%+v", got)
			}
			if _, err := got.Result.Open(); !errors.Is(err, ErrForgotten) {
				t.Error(err)
			}
		}
		if EnvelopeDigest(Meta{ID: "id"}, "s", "k", body) != before {
			t.Error("the digest depends on the key")
		}
	}
	said, err := content.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := content.Check(said, said.Value); err != nil {
		t.Error(err)
	}
	if err := content.Check(said, json.RawMessage(`{"answer":43}`)); err == nil {
		t.Error("another value has the hash")
	}
}

func TestAnErrorOfTheKeysIsNotTakenForForgotten(t *testing.T) {
	t.Parallel()
	key, down := fixedKey(t, "g"), errors.New("key store is down")
	body, err := Marshal("id", GoalFailed{Code: "c", Error: "e"}, key)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = Unmarshal("id", "goal.failed", 1, body, func(string) (*Key, error) { return nil, down })
	if !errors.Is(err, down) {
		t.Fatal(err)
	}
}

func TestWhatLooksLikeABoxInAPlainFieldIsNeverOpened(t *testing.T) {
	t.Parallel()
	key := fixedKey(t, "g")
	box := string(key.sealJSON("id/submitter", []byte(`"stolen"`)))
	body, err := Marshal("id", GoalSubmitted{Title: box, Submitter: box, Params: json.RawMessage(box)}, key)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := Unmarshal("id", "goal.submitted", 1, body, opener(key))
	if err != nil {
		t.Fatal(err)
	}
	if g := got.(GoalSubmitted); g.Submitter != box || g.Title != box || string(g.Params) != box {
		t.Fatalf("%+v", g)
	}
	m := members(t, body)
	m["submitter"] = json.RawMessage(box)
	body, _ = json.Marshal(m)
	if got, _, err := Unmarshal("id", "goal.submitted", 1, body, opener(key)); err == nil {
		t.Fatalf("a box in a plain field became %+v", got)
	}
}

func TestKeysHaveSecretsOfOneSize(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, KeySize - 1, KeySize + 1} {
		if _, err := NewKey("k", make([]byte, n)); err == nil {
			t.Errorf("%d bytes are a secret", n)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	key := fixedKey(f, "g")
	for k := range Kinds() {
		f.Add(k.Name, 1, []byte(`{}`))
	}
	for _, fact := range sealedFacts() {
		body, err := Marshal("id", fact, key)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(fact.kind().Name, 1, body)
	}
	f.Add("goal.submitted", 2, []byte(`null`))
	f.Add("goal.planned", 1, []byte(`{"tasks":[null,{"prompt":{"$sealed":"","kid":"x"}}]}`))
	f.Add("unknown.kind", 0, []byte(`[]`))
	f.Fuzz(func(t *testing.T, kind string, version int, body []byte) {
		fact, _, err := Unmarshal("id", kind, version, body, opener(key))
		if err != nil {
			return
		}
		if fact.kind().Name != kind {
			t.Fatalf("%s became %s", kind, fact.kind().Name)
		}
		again, err := Marshal("id", fact, key)
		if err != nil {
			t.Fatalf("%q is read and cannot be written: %v", body, err)
		}
		plain, err := json.Marshal(fact)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Canonical(plain); err != nil {
			return // raw JSON inside that has no canonical form cannot be compared
		}
		back, _, err := Unmarshal("id", kind, version, again, opener(key))
		if err != nil || !sameJSON(t, fact, back) {
			t.Fatalf("%+v became %+v, %v", fact, back, err)
		}
	})
}
