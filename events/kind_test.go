package events

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

// grown is a fact whose payload changed twice: "name" became "title", and then
// the title content.
type grown struct {
	goalFact
	Title string `json:"title" seal:"content"`
	Size  int    `json:"size"`
}

func (grown) kind() *Kind { return grownKind }

var grownKind = newKind[grown](FamilyGoal, "goal.grown", 3, OfAggregate,
	func(old json.RawMessage) (json.RawMessage, error) { // 1 to 2
		var v1 struct{ Name string }
		if err := json.Unmarshal(old, &v1); err != nil {
			return nil, err
		}
		return json.Marshal(map[string]any{"title": v1.Name})
	},
	func(old json.RawMessage) (json.RawMessage, error) { // 2 to 3
		var v2 map[string]any
		if err := json.Unmarshal(old, &v2); err != nil {
			return nil, err
		}
		v2["size"] = len(v2["title"].(string))
		return json.Marshal(v2)
	},
)

func TestOldPayloadsAreUpcastAfterOpening(t *testing.T) {
	t.Parallel()
	key := fixedKey(t, "g")
	box := string(key.sealJSON("id/title", []byte(`"abc"`)))
	for version, body := range map[int]string{
		1: `{"name":"abc"}`, 2: `{"title":` + box + `}`, 3: `{"title":` + box + `,"size":3}`,
	} {
		got, _, err := grownKind.decode("id", version, []byte(body), opener(key))
		if err != nil || got != Event(grown{Title: "abc", Size: 3}) {
			t.Errorf("version %d: %+v, %v", version, got, err)
		}
	}
	if _, _, err := grownKind.decode("id", 1, []byte(`{"name":1}`), nil); err == nil || !strings.Contains(err.Error(), "version 1") {
		t.Errorf("a failed upcast: %v", err)
	}
	for _, version := range []int{-1, 0, 4} {
		_, _, err := grownKind.decode("id", version, []byte(`{}`), nil)
		if e, ok := errors.AsType[*UnknownVersionError](err); !ok || e.Version != version || e.Have != 3 {
			t.Errorf("version %d: %v", version, err)
		}
	}
}

func TestAKindNeedsAnUpcastForEachOlderVersion(t *testing.T) {
	t.Parallel()
	defer func() {
		if fault := recover(); fault == nil || !strings.Contains(fault.(string), "goal.grown") {
			t.Fatalf("no panic: %v", fault)
		}
	}()
	newKind[grown](FamilyGoal, "goal.grown", 2, OfAggregate)
}

func TestAnUnknownKindIsNamed(t *testing.T) {
	t.Parallel()
	_, _, err := Unmarshal("id", "goal.teleported", 1, []byte(`{}`), nil)
	if e, ok := errors.AsType[*UnknownKindError](err); !ok || e.Name != "goal.teleported" || !strings.Contains(err.Error(), "upgrade") {
		t.Fatal(err)
	}
}

func TestTheCatalogueIsInOrderAndNamesAreSubjects(t *testing.T) {
	t.Parallel()
	var names []string
	for k := range Kinds() {
		names = append(names, k.Name)
		entity, verb, ok := strings.Cut(k.Name, ".")
		if !ok || !IsToken(entity) || !IsToken(verb) || !IsToken(k.Family) {
			t.Errorf("%s of %s", k.Name, k.Family)
		}
		if found, ok := Lookup(k.Name); !ok || found != k {
			t.Errorf("%s is not found", k.Name)
		}
		if k.Schema() != SchemaURI(k.Name, k.Version) || !IsSchemaURI(k.Schema(), k.Name, k.Version) {
			t.Errorf("%s has schema %s", k.Name, k.Schema())
		}
		for _, other := range []string{"", k.Schema() + "0", k.Schema() + " ", k.Schema()[1:], SchemaURI(k.Name, 0), SchemaURI(k.Name+"s", k.Version), schemaPrefix + k.Name} {
			if IsSchemaURI(other, k.Name, k.Version) {
				t.Errorf("%q is taken for the schema of %s", other, k.Name)
			}
		}
	}
	if !slices.IsSorted(names) || len(names) == 0 {
		t.Fatal(names)
	}
}

func TestAnEnvelopeNarrowsToItsOwnFactOnly(t *testing.T) {
	t.Parallel()
	e := Envelope[Event]{Meta: Meta{ID: "id"}, Fact: GoalCompleted{Tasks: 2}, Digest: Sum(nil), Forgotten: true}
	if n, ok := Narrow[GoalCompleted](e); !ok || n.Fact.Tasks != 2 || n.ID != "id" || n.Digest != e.Digest || !n.Forgotten {
		t.Errorf("%+v", n)
	}
	if _, ok := Narrow[GoalFailed](e); ok {
		t.Error("narrowed to another fact")
	}
	if e.Kind() != KindOf[GoalCompleted]() || KindOfFact(e.Fact) != e.Kind() {
		t.Error("kinds differ")
	}
}

func TestStreamIDsAreFourTokens(t *testing.T) {
	t.Parallel()
	for _, s := range []StreamID{GoalStream("main", "g-1"), RunStream("w_2", "G", "task-1"), SignerStream("main", "1-0xab")} {
		back, err := ParseStreamID(s.String())
		if err != nil || back != s || s.Check() != nil {
			t.Errorf("%s: %v", s, err)
		}
		if s.IsRun() != (s.Part == "task-1") {
			t.Errorf("%s is a run: %t", s, s.IsRun())
		}
	}
	for _, text := range []string{
		"", "a.b.c", "a.b.c.d.e", "a..c.d", "a.b.c.", "a.b.*.d", "a.b.>.d", "a.b.c d.e", "ä.b.c.d", "a.b.c.\n", "a.b." + strings.Repeat("x", 65) + ".d",
	} {
		if s, err := ParseStreamID(text); err == nil {
			t.Errorf("%q is %+v", text, s)
		}
	}
}

func FuzzParseStreamID(f *testing.F) {
	for _, text := range []string{"main.goal.g._", "a.b.c", "....", "a.b.c.*"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseStreamID(text)
		if err != nil {
			return
		}
		if s.String() != text || s.Check() != nil || strings.ContainsAny(text, " *>\r\n\t") {
			t.Fatalf("%q became %q", text, s)
		}
	})
}

func TestCommandCausesTellCommandAndRequest(t *testing.T) {
	t.Parallel()
	request := Sum([]byte("request"))
	for _, id := range []string{"c", "with:colons:in", ""} {
		got, kept, ok := ParseCommandCause(CommandCause(id, request))
		if !ok || got != id || !RequestMatches(request, kept) || RequestMatches(Sum(nil), kept) {
			t.Errorf("%q: %q, %q, %t", id, got, kept, ok)
		}
	}
	for _, cause := range []string{"", "command:", "command:x", "command:x:abc", "0192f3c0", "event:x:" + strings.Repeat("0", 32)} {
		if id, _, ok := ParseCommandCause(cause); ok {
			t.Errorf("%q is of command %q", cause, id)
		}
	}
}
