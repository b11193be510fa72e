package codeexec

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestEveryPatternFindsWhatItMustAndNothingElse(t *testing.T) {
	t.Parallel()
	for _, p := range patterns() {
		if len(p.Harmful) < 2 || len(p.Harmless) < 2 {
			t.Errorf("%s: too few examples", p.Reason)
		}
		for _, code := range p.Harmful {
			if !p.finds.MatchString(withoutComments(code)) {
				t.Errorf("%s: does not find %q", p.Reason, code)
			}
			if got := suspicion("import os\n" + code + "\n"); !strings.Contains(got, p.Reason) {
				t.Errorf("%q: %q", code, got)
			}
			if got := suspicion("x = 1  # never do " + strings.ReplaceAll(code, "\n", " ")); got != "" {
				t.Errorf("as a comment, %q: %q", code, got)
			}
		}
		for _, code := range p.Harmless {
			if got := suspicion(code); got != "" {
				t.Errorf("%q: %q", code, got)
			}
		}
	}
}

// harmless are programs as models write them.
var harmlessPrograms = []string{
	"import json, sys\nrows = json.load(sys.stdin)\nprint(sum(r['n'] for r in rows))",
	"import pathlib\nfor p in pathlib.Path('/mnt/repo').rglob('*.py'):\n    print(p, len(p.read_text().splitlines()))",
	"import re\ntext = open('notes.md').read()\nopen('notes.md', 'w').write(re.sub(r'https?://\\S+', 'LINK', text))",
	"import subprocess\nprint(subprocess.run(['ls', '-l'], capture_output=True, text=True).stdout)",
	"import os\nfor name in os.listdir('.'):\n    if name.endswith('.tmp'):\n        os.remove(name)",
	"import csv\nwith open('a.csv') as f:\n    for row in csv.reader(f):\n        print(row)",
	"import sqlite3\ndb = sqlite3.connect('a.db')\ndb.execute('DELETE FROM t WHERE id = 1')",
	"from urllib.parse import urlsplit\nprint(urlsplit('https://example.org/a').netloc)",
	"import shutil, tempfile\nd = tempfile.mkdtemp()\nshutil.rmtree(d)",
	"'''Removes rubbish: not with rm, never all of it.'''\nprint('done')",
	"import multiprocessing as mp\nwith mp.Pool(2) as p:\n    print(p.map(abs, [-1, 2]))",
	"import zlib, base64\nprint(len(zlib.compress(b'x' * 1000)), base64.b64encode(b'abc'))",
}

func TestOrdinaryProgramsAreNotHeldUp(t *testing.T) {
	t.Parallel()
	for _, code := range harmlessPrograms {
		if got := suspicion(code); got != "" {
			t.Errorf("%s\n%s", got, code)
		}
	}
}

func TestAnApprovalNamesEveryReason(t *testing.T) {
	t.Parallel()
	args, err := json.Marshal(map[string]any{"language": "python", "code": "import ctypes\nshutil.rmtree('.')"})
	if err != nil {
		t.Fatal(err)
	}
	got := new(Tool).Approval(args)
	if got == nil || got.Kind != "security_gate" || got.Reason != "the code deletes a whole folder tree of the workspace, and calls C libraries or raw memory, which is a way to attack a sandbox" {
		t.Errorf("%+v", got)
	}
	if got := new(Tool).Approval(json.RawMessage(`{"language":"python","code":"print(1)"}`)); got != nil {
		t.Errorf("%+v", got)
	}
}

func FuzzCommentsAreLeftOut(f *testing.F) {
	for _, seed := range []string{"a # b", "'#' # c", `"""x # y"""`, "'''", `"\"#"`, "a \\\n b", "'a\n# b", "#"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, code string) {
		out := withoutComments(code)
		if len(out) > len(code) {
			t.Errorf("%q became longer: %q", code, out)
		}
		if !strings.ContainsAny(code, `#\`) && out != code {
			t.Errorf("%q has no comment and became %q", code, out)
		}
	})
}
