package writer

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/tooltest"
)

func TestWriterKeepsEveryPromise(t *testing.T) {
	t.Parallel()
	tooltest.Run(t, tooltest.Subject{
		New: func(*testing.T) (tools.Tool, tools.Call) { return Tool{}, tools.Call{} },
		Works: []tooltest.Case{
			{Name: "summarise", Args: `{"op":"summarise","from":"Iron is a metal of the earth. Iron rusts in rain. Rain falls on earth."}`, Effect: tools.Read},
			{Name: "summarise nothing", Args: `{"op":"summarise","from":null}`, Effect: tools.Read},
			{Name: "report", Args: `{"op":"report","title":"T","sections":[{"heading":"A","from":"text"},{"heading":"B","from":{"a":1}}]}`, Effect: tools.Read},
		},
		Fails: []tooltest.Case{
			{Name: "wrong result", Args: `{"op":"report","title":"T","sections":[{"heading":"A","kind":"findings","from":"x"}]}`, Effect: tools.Read, Code: tools.CodeInvalidArgs},
			{Name: "too much", Args: `{"op":"summarise","from":"` + strings.Repeat("x", maxText+1) + `"}`, Effect: tools.Read, Code: tools.CodeTooLarge},
		},
		Malformed: []string{`{"op":"write"}`, `{"op":"report","title":"T"}`, `{"op":"report","title":"T","sections":[]}`, `{"op":"report","sections":[{"heading":"A","from":1}]}`},
	})
}

func write[T any](t *testing.T, args any) (out T) {
	t.Helper()
	encoded, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	result, err := Tool{}.Run(t.Context(), tools.Call{Args: encoded})
	if err != nil {
		t.Fatalf("%s: %v", encoded, err)
	}
	if err := json.Unmarshal(result.Value, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

type object map[string]any

func TestASummaryQuotesAndNamesItsSources(t *testing.T) {
	t.Parallel()
	files := object{"files": []object{
		{"path": "a.md", "content": "# Anvils\n\nAn anvil is a block of iron. Smiths shape iron on an anvil with a hammer.\n\n```\ncode is not read aloud here\n```\n"},
		{"path": "b.md", "content": "- Clouds drift over distant mountains.\n- A hammer strikes iron on the anvil, e.g. a small one. It rings.\n"},
		{"path": "c.bin", "content": "AAAA", "encoding": "base64"},
	}}
	got := write[summary](t, object{"op": "summarise", "from": files, "sentences": 2, "title": "Iron"})
	if len(got.Sentences) != 2 || got.Of != 4 || strings.Join(got.Sources, " ") != "a.md b.md" || got.Note != Note {
		t.Fatalf("%+v", got)
	}
	for _, s := range got.Sentences {
		if !strings.Contains(s.Text, "anvil") {
			t.Errorf("chose %q", s.Text)
		}
		if !strings.Contains(got.Markdown, s.Text+" ("+s.Source+")") {
			t.Errorf("no source for %q in %s", s.Text, got.Markdown)
		}
	}
	about := write[summary](t, object{"op": "summarise", "from": files, "sentences": 1, "about": "clouds and mountains"})
	if about.Sentences[0].Text != "Clouds drift over distant mountains." || about.Sentences[0].Number != 1 {
		t.Errorf("%+v", about.Sentences)
	}
}

func TestTheSameTextGivesTheSameSummary(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 300 {
		text.WriteString("Sentence about iron" + strings.Repeat(" word", i%7) + " number " + string(rune('a'+i%26)) + "quux. ")
	}
	first := write[summary](t, object{"op": "summarise", "from": text.String(), "sentences": 20})
	for range 5 {
		if again := write[summary](t, object{"op": "summarise", "from": text.String(), "sentences": 20}); again.Markdown != first.Markdown {
			t.Fatal("not the same twice")
		}
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"One two. Three four! Five?":            "One two.|Three four!|Five?",
		"See e.g. this. Version v1.2.3 is out.": "See e.g. this.|Version v1.2.3 is out.",
		`He said "stop." Then he left.`:         `He said "stop."|Then he left.`,
		"Mr. J. Smith came. He saw.":            "Mr. J. Smith came.|He saw.",
		"Ends here (really.) Next one":          "Ends here (really.)|Next one",
		"これは文です。次の文です！":                         "これは文です。|次の文です！",
		"a.b.c d.e": "a.b.c d.e",
		"":          "",
		"Wait... what is it. no capital after it": "Wait... what is it. no capital after it",
	} {
		if got := strings.Join(splitSentences(text), "|"); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}

func TestMarkupIsTakenOff(t *testing.T) {
	t.Parallel()
	blocks := parseBlocks("---\ntitle: x\n---\n<!-- c\nc -->\nTitle\n=====\n\n[![b](u)](v) **Bold** and [link](u \"t\") <https://e.org>,\ncontinued.\n\n* one\n  more\n1. two\n\n" +
		"| a | b |\n|---|---|\n\n    code\n\n```go\nx := 1\n```\n\n### Deep ###\n\n.. image:: x\n   :alt: y\n\nSee `docs <u>`_ and :ref:`thing`.\n\n[x]: http://y\n")
	var got []string
	for _, b := range blocks {
		got = append(got, map[blockKind]string{paragraph: "p", heading: "h", listItem: "l", fence: "f"}[b.kind]+":"+b.text)
	}
	want := "h:Title|p:Bold and link https://e.org, continued.|l:one more|l:two|f:x := 1|h:Deep|p:See docs and `thing`."
	if text := strings.Join(got, "|"); text != want {
		t.Errorf("\n%s\n%s", text, want)
	}
}

func TestPagesAreReadWithoutTheirFurniture(t *testing.T) {
	t.Parallel()
	title, text := htmlText("<!doctype html><html><head><title> A\n page </title><style>x{}</style><body><nav>menu</nav><h2>Head</h2><p>One<br/>two &amp; <b>three</b><li>item<script>bad()</script><footer>foot</footer>end")
	if title != "A page" || strings.Join(strings.Fields(text), " ") != "## Head One two & three - item end" {
		t.Errorf("%q %q", title, text)
	}
}

func TestReportsArrangeWhatTheyAreGiven(t *testing.T) {
	t.Parallel()
	got := write[written](t, object{"op": "report", "title": "A <b> report", "sections": []object{
		{"heading": "Text", "from": "# Inner\n\nbody\n\n```\n# kept\n```"},
		{"heading": "List", "from": []any{1, "two | <i>", true}},
		{"heading": "Value", "from": object{"n": 9007199254740993, "s": "```"}},
		{"heading": "Nothing", "from": []any{}},
		{"heading": "Page", "kind": "response", "from": object{"status": 200, "url": "https://e.org", "size": 1234567, "headers": object{"content-type": "text/html"}}},
		{"heading": "Summary", "kind": "summary", "from": object{"content": "Iron is a heavy metal of the earth.", "path": "x"}},
	}})
	for _, want := range []string{
		"# A &lt;b> report\n", "## Text\n\n### Inner\n\nbody\n\n```\n# kept\n```", "- 1\n- two \\| &lt;i>\n- true", "9007199254740993", "Not found: nothing.",
		"- `https://e.org` answered 200, 1.2 MB of text/html\n", "- Iron is a heavy metal of the earth.", "*Written by the extractive writer; no model was used.*",
	} {
		if !strings.Contains(got.Markdown, want) {
			t.Errorf("no %q in\n%s", want, got.Markdown)
		}
	}
	if strings.Count(got.Markdown, "```")%2 != 0 {
		t.Errorf("a fence is open:\n%s", got.Markdown)
	}
}
