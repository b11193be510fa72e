package writer

import (
	"strings"
	"testing"
)

// section writes a report of one section and returns its Markdown.
func sectionText(t *testing.T, kind string, from any) string {
	t.Helper()
	return write[written](t, object{"op": "report", "title": "T", "sections": []object{{"heading": "S", "kind": kind, "from": from}}}).Markdown
}

func tells(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestAReportSaysWhatWasNotLookedAt(t *testing.T) {
	t.Parallel()
	passed := object{"too_large": 1, "line_too_long": 2, "binary": 3, "pseudo": 1, "mergit": 1, "unheard_of": 1}
	const said = ": 3 binary files, 2 lines from their 4 MiB on, 1 folder of Mergit itself, 1 pseudo file system of the kernel, 1 file over 1 GiB, 1 unheard_of."
	hits := []object{{"path": "a.go", "line": 1, "text": "TODO: x"}}
	tells(t, sectionText(t, "findings", object{"path": ".", "hits": hits, "total": 1, "files": 1, "searched": 4, "skipped": passed}), "TODO: x", "Not searched"+said)
	tells(t, sectionText(t, "findings", object{"path": ".", "hits": []any{}, "searched": 4, "skipped": passed}), "S: none in 4 files", "Not searched"+said)
	tells(t, sectionText(t, "findings", object{"path": ".", "hits": []any{}, "searched": 0, "skipped": passed}), "None found.", "Not searched"+said)
	tells(t, sectionText(t, "layout", object{"path": "r", "entries": []any{}, "skipped": object{"unreadable": 1}}), "Not listed: 1 unreadable file or folder.")
}

func TestALayoutOnlyCountsWhatWasListed(t *testing.T) {
	t.Parallel()
	entries := []object{
		{"path": "r/a", "type": "folder"}, {"path": "r/a/x", "type": "file", "size": 1}, {"path": "r/b", "type": "folder", "closed": "unreadable"}, {"path": "r/proc", "type": "folder", "closed": "pseudo"},
	}
	tells(t, sectionText(t, "layout", object{"path": "r", "entries": entries, "depth": 2}), "`a/` (1), `b/` (unreadable), `proc/` (pseudo).")
	tells(t, sectionText(t, "layout", object{"path": "r", "entries": entries[:1], "depth": 1}), "Folders: `a/`.")
	tells(t, sectionText(t, "layout", object{"path": "r", "entries": entries, "depth": 2, "truncated": true, "total": 9}), "`a/`, `b/` (unreadable)", "Of 9 entries only the first 4")
}

func TestAFileThatCannotBeReadIsNotCalledMissing(t *testing.T) {
	t.Parallel()
	closed := object{"files": []any{}, "unread": []object{{"path": "r/README", "reason": "unknown_encoding"}}}
	text := sectionText(t, "readme", closed)
	tells(t, text, "There is one, but it cannot be read: `r/README` (text in an unknown encoding).")
	if strings.Contains(text, "Not found") {
		t.Error(text)
	}
	tells(t, sectionText(t, "readme", object{"files": []object{{"path": "r/README", "content": "Grüße aus Köln.", "charset": "windows-1252"}}}),
		"Grüße", "*From `r/README`, which is not UTF-8 and was read as windows-1252.*")
	tells(t, sectionText(t, "readme", object{"path": "r/README", "encoding": "base64", "content": "AAE="}), "`r/README` (not UTF-8 text, given in base64)")
	tells(t, sectionText(t, "dependencies", object{"files": []any{}, "unread": []object{{"path": "r/go.mod", "reason": "binary"}, {"path": "r/x", "reason": "binary"}}}), "**`r/go.mod`**: cannot be read: binary file")
	licence := object{"files": object{"files": []any{}, "unread": []object{{"path": "r/LICENSE", "reason": "unreadable"}}}}
	text = sectionText(t, "licence", licence)
	tells(t, text, "- `r/LICENSE`: cannot be read (unreadable file or folder)")
	if strings.Contains(text, "Not found") {
		t.Error(text)
	}
}

func TestWhatIsNoTextIsNamed(t *testing.T) {
	t.Parallel()
	image := object{"url": "https://e.org/a.png", "body": "iVBO", "encoding": "base64", "headers": object{"content-type": "image/png"}}
	tells(t, write[summary](t, object{"op": "summarise", "from": image}).Markdown, "There is no text to summarise.", "Not read: `https://e.org/a.png` (image/png, given in base64).")
	tells(t, sectionText(t, "text", image), "Not read: `https://e.org/a.png`")
	tells(t, sectionText(t, "summary", []object{image, {"path": "a", "content": "Iron is a heavy metal."}}), "- Iron is a heavy metal.", "Not read: `https://e.org/a.png`")
}

func TestShortSentencesCount(t *testing.T) {
	t.Parallel()
	page := object{"url": "https://e.org", "headers": object{"content-type": "text/html"},
		"body": "<h1>Tea</h1><ul><li>Home<li>About us</ul><p>Water boils. Add leaves. It steeps.</p><p>See page 2. It tells more. Is that all? The answer is no. Read on.</p><div>Next</div>"}
	got := write[summary](t, object{"op": "summarise", "from": page, "sentences": 20})
	var texts []string
	for _, s := range got.Sentences {
		texts = append(texts, s.Text)
	}
	if text := strings.Join(texts, "|"); text != "Water boils.|Add leaves.|It steeps.|See page 2.|It tells more.|The answer is no.|Read on." || got.Of != len(texts) {
		t.Errorf("%d of %d: %s", len(texts), got.Of, text)
	}
}

func TestNothingLeansOnWhatIsNotReadOut(t *testing.T) {
	t.Parallel()
	readme := "# Anvil\n\nAnvil shapes iron. To begin:\n\n```console\n$ anvil up\n```\n\nThen, in a second terminal:\n\n```console\n$ anvil strike\n```\n\n" +
		"prints what happens while it happens. Sparks fly in every direction.\n\nIt needs:\n\n- a hammer\n- an arm\n\nThe parts are:\n\n| part | weight |\n|---|---|\n\nMore follows:\n\n    indented\n\nMetals it knows:\n\n## Usage\n"
	text := sectionText(t, "readme", object{"files": []object{{"path": "README.md", "content": readme}}})
	tells(t, text, "> Anvil shapes iron.\n>\n> It needs:\n>\n> – a hammer\n>\n> – an arm\n")
	for _, cut := range []string{"To begin", "second terminal", "prints what", "Sparks", "The parts", "More follows", "Metals it knows"} {
		if strings.Contains(text, cut) {
			t.Errorf("%q is left dangling:\n%s", cut, text)
		}
	}
	got := write[summary](t, object{"op": "summarise", "from": "<!doctype html><p>The smith heats iron first. Then the smith types this command:</p><pre>anvil strike</pre><p>and sparks fly off. It is loud.<p>The smith rests after that.", "sentences": 9})
	if got.Of != 2 || got.Sentences[0].Text != "The smith heats iron first." || got.Sentences[1].Text != "The smith rests after that." {
		t.Errorf("%+v", got.Sentences)
	}
}
