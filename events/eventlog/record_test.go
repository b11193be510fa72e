package eventlog_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
)

func fullRecord() eventlog.Record {
	s := events.GoalStream("main", "g")
	return eventlog.Record{
		Meta: events.Meta{
			ID: "0192f3c0-0000-7000-8000-000000000001", Stream: s, Time: time.Date(2026, 1, 2, 3, 4, 5, 600, time.UTC).Truncate(time.Microsecond),
			Source: "/mergit", Version: 1, Cause: events.CommandCause("c", events.Sum(nil)), Correlation: "g", Actor: "user:Ænn 😀",
			Agent: "did:x", Ordinal: 2, Previous: events.Sum([]byte("p")), PreviousRevision: 3,
			TraceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		},
		Kind: "goal.completed", Subject: eventlog.Subject(s, "goal.completed"), Body: []byte(`{"tasks":1}`),
	}
}

func headersOf(r eventlog.Record) map[string]string {
	h := map[string]string{}
	r.Headers(func(name, value string) { h[name] = value })
	return h
}

func parse(at events.Revision, r eventlog.Record, h map[string]string) (eventlog.Record, error) {
	return eventlog.ParseRecord(at, r.Subject, func(name string) string { return h[name] }, r.Body)
}

func TestARecordComesBackFromItsHeaders(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*eventlog.Record){
		"with everything": func(*eventlog.Record) {},
		"first of its stream": func(r *eventlog.Record) {
			r.Ordinal, r.Previous, r.PreviousRevision = 1, events.Digest{}, 0
		},
		"without what is optional": func(r *eventlog.Record) {
			r.Cause, r.Correlation, r.Actor, r.Agent, r.TraceParent, r.Source = "", "", "", "", "", ""
		},
	} {
		r := fullRecord()
		change(&r)
		back, err := parse(9, r, headersOf(r))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		r.Revision = 9
		if back.Meta != r.Meta || back.Kind != r.Kind || back.Subject != r.Subject || back.Digest() != r.Digest() {
			t.Errorf("%s:\n%+v\n%+v", name, back, r)
		}
	}
}

func TestHeadersAreCloudEventsInBinaryMode(t *testing.T) {
	t.Parallel()
	h := headersOf(fullRecord())
	for name, want := range map[string]string{
		"ce-specversion": "1.0", "ce-id": "0192f3c0-0000-7000-8000-000000000001", "ce-type": "goal.completed", "ce-source": "/mergit",
		"ce-time": "2026-01-02T03:04:05Z", "ce-subject": "main.goal.g._", "ce-dataschema": "urn:mergit:event:goal.completed:1",
		"content-type": "application/json",
	} {
		if h[name] != want {
			t.Errorf("%s is %q, want %q", name, h[name], want)
		}
	}
	for name := range h { // attribute names are lower-case letters and digits
		if attribute, ok := strings.CutPrefix(name, "ce-"); ok && strings.Trim(attribute, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			t.Errorf("%s is no CloudEvents attribute", name)
		}
	}
}

func TestMalformedHeadersAreNamed(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string][]string{
		eventlog.HeaderID: {""}, eventlog.HeaderSubject: {"", "main.goal", "main.goal.g.*"}, eventlog.HeaderTime: {"", "yesterday"},
		eventlog.HeaderVersion: {"", "one", "2"}, eventlog.HeaderSchema: {"", "urn:mergit:event:goal.failed:1"}, eventlog.HeaderType: {""},
		eventlog.HeaderOrdinal: {"", "-1"}, eventlog.HeaderPrevious: {"abc"}, eventlog.HeaderPreviousAt: {"-1", "x"},
	} {
		for _, value := range bad {
			h := headersOf(fullRecord())
			h[name] = value
			_, err := parse(9, fullRecord(), h)
			if m, ok := errors.AsType[*eventlog.MalformedRecordError](err); !ok || m.Revision != 9 || !strings.Contains(err.Error(), "sequence 9") {
				t.Errorf("%s %q: %v", name, value, err)
			}
		}
	}
}

func FuzzParseRecord(f *testing.F) {
	add := func(r eventlog.Record) {
		h := headersOf(r)
		f.Add(h[eventlog.HeaderID], r.Kind, h[eventlog.HeaderTime], h[eventlog.HeaderSubject], h[eventlog.HeaderVersion], h[eventlog.HeaderOrdinal],
			h[eventlog.HeaderPrevious], h[eventlog.HeaderPreviousAt], h[eventlog.HeaderActor], r.Body)
	}
	add(fullRecord())
	first := fullRecord()
	first.Previous, first.PreviousRevision, first.Ordinal = events.Digest{}, 0, 1
	add(first)
	f.Fuzz(func(t *testing.T, id, kind, at, stream, version, ordinal, previous, previousAt, actor string, body []byte) {
		h := map[string]string{
			eventlog.HeaderID: id, eventlog.HeaderType: kind, eventlog.HeaderTime: at, eventlog.HeaderSubject: stream,
			eventlog.HeaderVersion: version, eventlog.HeaderSchema: "urn:mergit:event:" + kind + ":" + version,
			eventlog.HeaderOrdinal: ordinal, eventlog.HeaderPrevious: previous, eventlog.HeaderPreviousAt: previousAt, eventlog.HeaderActor: actor,
		}
		r, err := parse(7, eventlog.Record{Subject: "s", Body: body}, h)
		if err != nil {
			if m, ok := errors.AsType[*eventlog.MalformedRecordError](err); !ok || m.Revision != 7 {
				t.Fatal(err)
			}
			return
		}
		back, err := parse(7, r, headersOf(r))
		if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		if back.Digest() != r.Digest() || back.Stream != r.Stream || back.Ordinal != r.Ordinal {
			t.Fatalf("%+v became %+v", r, back)
		}
	})
}

func TestACodecWritesAndReadsFacts(t *testing.T) {
	t.Parallel()
	keys := new(memlog.Keys)
	codec := eventlog.Codec{Keys: keys}
	meta := fullRecord().Meta
	fact := events.GoalFailed{Code: "c", Error: "it rained"}
	if _, err := codec.Encode(t.Context(), meta, fact); !errors.Is(err, eventlog.ErrNoKey) {
		t.Fatalf("without a key: %v", err)
	}
	if _, err := keys.Create(t.Context(), "g"); err != nil {
		t.Fatal(err)
	}
	r, err := codec.Encode(t.Context(), meta, fact)
	if err != nil || strings.Contains(string(r.Body), "rained") {
		t.Fatalf("%s, %v", r.Body, err)
	}
	e, err := codec.Decode(t.Context(), r)
	if err != nil || e.Fact != events.Event(fact) || e.Forgotten || e.Digest != r.Digest() {
		t.Fatalf("%+v, %v", e, err)
	}
	if err := keys.Destroy(t.Context(), "g"); err != nil {
		t.Fatal(err)
	}
	if e, err = codec.Decode(t.Context(), r); err != nil || !e.Forgotten || e.Digest != r.Digest() {
		t.Fatalf("%+v, %v", e, err)
	}
	if _, err := codec.Encode(t.Context(), meta, fact); !errors.Is(err, events.ErrForgotten) {
		t.Fatalf("under a destroyed key: %v", err)
	}
	run := meta
	run.Stream = events.RunStream("main", "g", "t")
	for name, c := range map[string]struct {
		meta events.Meta
		fact events.Event
	}{
		"a goal's fact in a run":  {run, fact},
		"a run's fact in a goal":  {meta, events.TaskToolInDoubt{}},
		"another family's stream": {meta, events.TxAbandoned{}},
	} {
		if _, err := codec.Encode(t.Context(), c.meta, c.fact); err == nil {
			t.Errorf("%s is encoded", name)
		}
	}
}

func TestADecoderTellsWhereItIsTooOld(t *testing.T) {
	t.Parallel()
	r := fullRecord()
	r.Revision, r.Version = 41, 2
	_, err := eventlog.Codec{}.Decode(t.Context(), r)
	if e, ok := errors.AsType[*events.UnknownVersionError](err); !ok || e.Revision != 41 {
		t.Error(err)
	}
	r.Kind = "goal.teleported"
	_, err = eventlog.Codec{}.Decode(t.Context(), r)
	if e, ok := errors.AsType[*events.UnknownKindError](err); !ok || e.Revision != 41 {
		t.Error(err)
	}
}

func TestAChainAcceptsItsOwnSuccessorOnly(t *testing.T) {
	t.Parallel()
	first := fullRecord()
	first.Ordinal, first.Previous, first.Revision = 1, events.Digest{}, 5
	second := fullRecord()
	second.Previous, second.Revision = first.Digest(), 8
	var c eventlog.Chain
	for _, r := range []eventlog.Record{first, second} {
		if err := c.Next(r); err != nil {
			t.Fatal(err)
		}
	}
	if c != (eventlog.Chain{Revision: 8, Ordinal: 2, Digest: second.Digest()}) {
		t.Fatalf("%+v", c)
	}
	at := eventlog.Chain{Revision: 5, Ordinal: 1, Digest: first.Digest()}
	for name, change := range map[string]func(*eventlog.Record){
		"ordinal":  func(r *eventlog.Record) { r.Ordinal = 3 },
		"previous": func(r *eventlog.Record) { r.Previous = events.Sum(nil) },
		"subject":  func(r *eventlog.Record) { r.Subject += "x" },
		"stream":   func(r *eventlog.Record) { r.Stream.ID = "h" },
	} {
		r, here := second, at
		change(&r)
		err := here.Next(r)
		if b, ok := errors.AsType[*eventlog.BrokenChainError](err); !ok || b.Revision != 8 || here != at {
			t.Errorf("%s: %v, %+v", name, err, here)
		}
	}
}

func TestOnlyTheSameRecordsInTheSameOrderRepeat(t *testing.T) {
	t.Parallel()
	of := func(ids string) (out []eventlog.Record) {
		for id := range strings.SplitSeq(ids, "") {
			out = append(out, eventlog.Record{Meta: events.Meta{ID: events.ID(id)}})
		}
		return out
	}
	for _, c := range []struct {
		stored, appended string
		want             bool
	}{{"ab", "ab", true}, {"abc", "ab", true}, {"a", "ab", false}, {"ba", "ab", false}, {"xab", "ab", false}} {
		if got := eventlog.Repeats(of(c.stored), of(c.appended)); got != c.want {
			t.Errorf("%s in %s: %t", c.appended, c.stored, got)
		}
	}
}
