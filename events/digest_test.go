package events

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// digestCase is an envelope with what it is digested as, all spelt out.
type digestCase struct {
	Name    string     `json:"name"`
	Subject string     `json:"subject"`
	Kind    string     `json:"kind"`
	Meta    digestMeta `json:"meta"`
	Body    string     `json:"body"`
	Text    string     `json:"canonical"`
	Digest  Digest     `json:"digest"`
}

type digestMeta struct {
	ID, Source, Cause, Correlation, Actor, Agent, Time string
	Version                                            int
	Ordinal                                            uint64
	Previous                                           Digest
}

func digestCases() []digestCase {
	first := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	var out []digestCase
	add := func(name, subject, kind, body string, m Meta) {
		// Built by hand, through another encoder than the digest's own.
		fields := map[string]any{
			"actor": m.Actor, "agent": m.Agent, "body": Sum([]byte(body)).String(), "cause": m.Cause,
			"ce-dataschema": SchemaURI(kind, m.Version), "ce-id": m.ID, "ce-source": m.Source, "ce-time": FormatTime(m.Time),
			"ce-type": kind, "correlation": m.Correlation, "ordinal": m.Ordinal, "previous": m.Previous, "subject": subject,
			"version": m.Version,
		}
		text, err := json.Marshal(fields)
		if err != nil {
			panic(err)
		}
		canonical, err := Canonical(text)
		if err != nil {
			panic(err)
		}
		out = append(out, digestCase{
			Name: name, Subject: subject, Kind: kind, Body: body, Text: string(canonical), Digest: EnvelopeDigest(m, subject, kind, []byte(body)),
			Meta: digestMeta{
				string(m.ID), m.Source, m.Cause, m.Correlation, m.Actor, m.Agent, FormatTime(m.Time), m.Version, m.Ordinal, m.Previous,
			},
		})
	}
	const subject = "mergit.ev.07.main.goal.0192f3c0-0000-7000-8000-000000000001._.goal.submitted"
	bare := Meta{ID: "0192f3c0-0000-7000-8000-000000000002", Time: first, Version: 1, Ordinal: 1}
	full := Meta{
		ID: "0192f3c0-0000-7000-8000-000000000003", Time: first.Add(123456 * time.Microsecond), Source: "/mergit/main", Version: 12,
		Cause: CommandCause("cmd-1", Sum([]byte("request"))), Correlation: "0192f3c0-0000-7000-8000-000000000001",
		Actor: "user:ann", Agent: "did:mergit:writer", Ordinal: 1 << 53, Previous: Sum([]byte("previous")),
	}
	add("nothing that is optional", subject, "goal.submitted", `{}`, bare)
	add("everything", subject, "goal.submitted", `{"title":"a","submitter":"user:ann"}`, full)
	optional := []struct {
		name  string
		clear func(*Meta)
	}{
		{"source", func(m *Meta) { m.Source = "" }},
		{"cause", func(m *Meta) { m.Cause = "" }},
		{"correlation", func(m *Meta) { m.Correlation = "" }},
		{"actor", func(m *Meta) { m.Actor = "" }},
		{"agent", func(m *Meta) { m.Agent = "" }},
		{"previous", func(m *Meta) { m.Previous = Digest{} }},
	}
	for mask := range 1 << len(optional) {
		m, missing := full, []string(nil)
		for i, o := range optional {
			if mask&(1<<i) != 0 {
				o.clear(&m)
				missing = append(missing, o.name)
			}
		}
		if len(missing) > 0 {
			add("without "+strings.Join(missing, ", "), subject, "goal.submitted", `{}`, m)
		}
	}
	odd := full
	odd.Actor, odd.Agent, odd.Source = "user:Ænn 😀 \ufb33", "\"quoted\" \\ <&> \u2028", "/mergit/ö%20x"
	odd.Time = time.Date(1999, 12, 31, 23, 59, 59, 999_999_999, time.FixedZone("", -3600))
	add("unicode, escapes and another time zone", subject, "goal.submitted", "{\"title\":\"€😀\"}", odd)
	tenth := bare
	tenth.Time = first.Add(100 * time.Millisecond)
	add("a tenth of a second", subject, "goal.submitted", ``, tenth)
	return out
}

func TestEnvelopeDigestsAreFrozen(t *testing.T) {
	t.Parallel()
	cases := digestCases()
	for _, c := range cases {
		if Sum([]byte(c.Text)) != c.Digest {
			t.Errorf("%s: the digest is not over %s", c.Name, c.Text)
		}
	}
	golden(t, "digest.golden.json", cases)
}

func TestEnvelopeDigestsCoverEverythingButPositionAndTrace(t *testing.T) {
	t.Parallel()
	base := Meta{
		ID: "id", Stream: GoalStream("main", "g"), Time: time.Unix(1, 0), Source: "s", Version: 1, Cause: "c", Correlation: "g",
		Actor: "a", Agent: "b", Ordinal: 2, Previous: Sum(nil), PreviousRevision: 3, TraceParent: "t", Revision: 4,
	}
	digest := func(m Meta) Digest { return EnvelopeDigest(m, "subject", "kind", []byte("body")) }
	for name, change := range map[string]func(*Meta){
		"id": func(m *Meta) { m.ID = "x" }, "time": func(m *Meta) { m.Time = m.Time.Add(time.Microsecond) },
		"source": func(m *Meta) { m.Source = "x" }, "version": func(m *Meta) { m.Version = 2 }, "cause": func(m *Meta) { m.Cause = "x" },
		"correlation": func(m *Meta) { m.Correlation = "x" }, "actor": func(m *Meta) { m.Actor = "x" },
		"agent": func(m *Meta) { m.Agent = "x" }, "ordinal": func(m *Meta) { m.Ordinal = 3 },
		"previous": func(m *Meta) { m.Previous = Sum([]byte("x")) },
	} {
		m := base
		if change(&m); digest(m) == digest(base) {
			t.Errorf("a changed %s is not noticed", name)
		}
	}
	m := base
	m.PreviousRevision, m.TraceParent, m.Revision = 9, "x", 9
	if digest(m) != digest(base) {
		t.Error("positions or the trace are digested")
	}
	swapped := base
	swapped.Actor, swapped.Agent = base.Agent, base.Actor
	for name, other := range map[string]Digest{
		"subject": EnvelopeDigest(base, "x", "kind", []byte("body")), "kind": EnvelopeDigest(base, "subject", "x", []byte("body")),
		"body": EnvelopeDigest(base, "subject", "kind", []byte("x")), "swap": digest(swapped),
	} {
		if other == digest(base) {
			t.Errorf("a changed %s is not noticed", name)
		}
	}
}

func TestDigestsAreHexOrNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", Sum([]byte("x")).String()} {
		d, err := ParseDigest(text)
		back, _ := d.MarshalText()
		if err != nil || string(back) != text || d.IsZero() != (text == "") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"0", strings.Repeat("g", 64), strings.Repeat("a", 63), strings.Repeat("a", 65)} {
		if _, err := ParseDigest(text); err == nil {
			t.Errorf("%q is taken for a digest", text)
		}
	}
	if _, err := ParseDigest(strings.Repeat("A", 64)); err == nil {
		t.Error("a digest has two spellings: upper case is read, too")
	}
}

func TestTimesAreReadInTheLayoutTheyAreWrittenIn(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"2026-03-01T09:00:00Z", "2026-03-01T09:00:00.1Z", "2026-03-01T09:00:00.123456Z", "2026-03-01T09:00:00.123456789Z", "2026-03-01T09:00:00.000001+02:00",
		"2026-03-01T09:00:00,5Z", "2026-03-01", "2026-03-01T24:00:00Z", "2026-02-30T00:00:00Z", "2026-03-01T09:00Z", "", "2026-03-01 09:00:00Z", "2026-3-1T09:00:00Z",
	} {
		want, errWant := time.Parse(TimeLayout, text)
		got, err := ParseTime(text)
		if (err == nil) != (errWant == nil) || !got.Equal(want) || err == nil && FormatTime(got) != FormatTime(want) {
			t.Errorf("%q: %v %v, in the layout %v %v", text, got, err, want, errWant)
		}
	}
}
