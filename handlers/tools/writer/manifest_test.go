package writer

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestManifestsAreRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"go.mod":           {"module \"m\"\ngo 1.21\nrequire a.b/c v1 // indirect\nrequire d.e/f v2\nreplace d.e/f => ../f\nrequire (\n\tg.h/i v3\n)\n", "m Go 1.21 [d.e/f v2][g.h/i v3] +1"},
		"package.json":     {`{"name":"n","engines":{"node":">=20"},"dependencies":{"b":"2","a":"1"},"peerDependencies":{"p":"*"},"devDependencies":{"d":"3"}}`, "n Node >=20 [a 1][b 2][p *](d 3) +0"},
		"Cargo.toml":       {"[package]\nname = \"n\" # x\nedition='2021'\n[dependencies]\na = \"1\"\nb = { version = \"2\", features = [\"x\"] }\nc = { path = \"../c\" }\n[dev-dependencies]\nd = \"4\"\n[dependencies.e]\nversion = \"5\"\n[target.'cfg(unix)'.dependencies]\nf = \"6\"\n", "n Rust edition 2021 [a 1][b 2][c path ../c](d 4)[e 5][f 6] +0"},
		"pyproject.toml":   {"[project]\nname = \"n\"\nrequires-python = \">=3.11\"\ndependencies = [\n  \"a>=1,<2\", # x\n  'b[extra] == 2 ; python_version < \"3\"',\n  \"c\",\n]\n[project.optional-dependencies]\ntest = [\"d\"]\n", "n Python >=3.11 [a >=1,<2][b == 2][c ](d ) +0"},
		"requirements.txt": {"# c\n-r other.txt\na==1 # y\nb>=2; x\n\nc\n", "  [a ==1][b >=2][c ] +0"},
		"Pipfile":          {"[packages]\na = \"*\"\n[dev-packages]\nb = {version = \"2\"}\n", "  [a *](b 2) +0"},
		"Gemfile":          {"source 'x'\ngem 'a', '~> 1'\n  gem \"b\"\n", "  [a ~> 1][b ] +0"},
		"composer.json":    {`{"name":"v/n","require":{"php":">=8"},"require-dev":{"u":"1"}}`, "v/n  [php >=8](u 1) +0"},
		"pom.xml":          {`<project><groupId>g</groupId><artifactId>a</artifactId><dependencies><dependency><groupId>x</groupId><artifactId>y</artifactId><version>1</version></dependency><dependency><groupId>j</groupId><artifactId>u</artifactId><scope>test</scope></dependency></dependencies></project>`, "g:a  [x:y 1](j:u ) +0"},
		"build.gradle":     {"dependencies {\n  implementation 'a:b:1'\n  testImplementation(\"c:d:2\")\n}\n", "  [a:b 1](c:d 2) +0"},
	} {
		from, _ := json.Marshal(object{"files": []object{{"path": "r/" + name, "content": c.text}}})
		all, err := manifestsOf(from)
		if err != nil || len(all) != 1 {
			t.Errorf("%s: %v %v", name, all, err)
			continue
		}
		m := all[0]
		var needs strings.Builder
		for _, n := range m.needs {
			form := "[%s %s]"
			if n.dev {
				form = "(%s %s)"
			}
			fmt.Fprintf(&needs, form, n.name, n.version)
		}
		if got := fmt.Sprintf("%s %s %s +%d", m.name, m.note, needs.String(), m.indirect); got != c.want {
			t.Errorf("%s:\n%s\n%s", name, got, c.want)
		}
	}
}

func TestLicencesAreToldByTheirText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"GNU GENERAL PUBLIC LICENSE\n  Version 3, 29 June 2007\n … 13. Use with the GNU Affero General Public License, version 3": "GPL-3.0",
		"GNU AFFERO GENERAL PUBLIC LICENSE Version 3, 19 November 2007":                                                           "AGPL-3.0",
		"Apache License\n Version 2.0, January 2004":                                                                              "Apache-2.0",
		"Redistribution and use in source and binary forms, … Neither the name of":                                                "BSD-3-Clause",
		"Redistribution and use in source and binary forms":                                                                       "BSD-2-Clause",
		"All rights reserved": "",
	} {
		if got := identify(text); got != want {
			t.Errorf("%.40q: %s", text, got)
		}
	}
}

func FuzzForeignText(f *testing.F) {
	f.Add("[a]\nb = [\n'c', \"d\n", "| x |\n# y\n```\n<p>")
	f.Add("module m\nrequire (\n", "=====\n* a\n.. b\n   c")
	f.Fuzz(func(t *testing.T, foreign, text string) {
		for _, read := range readers {
			_ = read(new(manifest), foreign) // must not panic
		}
		for _, b := range parseBlocks(text) {
			splitSentences(b.text)
		}
		htmlText(text)
		if strings.Contains(escaped(text), "<") {
			t.Fatalf("HTML got through: %q", escaped(text))
		}
		span := codeSpan(text)
		if ticks := span[:len(span)-len(strings.TrimLeft(span, "`"))]; len(span) > 2 && strings.Count(span, ticks) != 2 {
			t.Fatalf("the code span ends early: %s", span)
		}
	})
}
