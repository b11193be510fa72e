package writer

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// licences are told by phrases that only they have; the first whose phrases are all there counts.
var licences = []struct {
	id      string
	phrases []string
}{
	// GNU's texts name each other, so only title and version in one count.
	{"AGPL-3.0", []string{"gnu affero general public license version 3, 19 november 2007"}},
	{"LGPL-3.0", []string{"gnu lesser general public license version 3, 29 june 2007"}},
	{"LGPL-2.1", []string{"gnu lesser general public license version 2.1, february 1999"}},
	{"GPL-3.0", []string{"gnu general public license version 3, 29 june 2007"}},
	{"GPL-2.0", []string{"gnu general public license version 2, june 1991"}},
	{"Apache-2.0", []string{"apache license", "version 2.0"}},
	{"MPL-2.0", []string{"mozilla public license", "2.0"}},
	{"EPL-2.0", []string{"eclipse public license", "2.0"}},
	{"BUSL-1.1", []string{"business source license 1.1"}},
	{"CC0-1.0", []string{"cc0 1.0 universal"}},
	{"CC-BY-4.0", []string{"creative commons attribution 4.0"}},
	{"Unlicense", []string{"this is free and unencumbered software released into the public domain"}},
	{"BSL-1.0", []string{"boost software license"}},
	{"Zlib", []string{"this software is provided 'as-is', without any express or implied warranty", "altered source versions must be plainly marked"}},
	{"MIT", []string{"permission is hereby granted, free of charge", "the above copyright notice and this permission notice shall be included"}},
	{"MIT-0", []string{"permission is hereby granted, free of charge"}},
	{"ISC", []string{"permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "neither the name"}},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms"}},
}

var copyrightLine = regexp.MustCompile(`(?im)^\W*(copyright\s+(?:\(c\)|©|\d{4}).*)$`)

func identify(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, l := range licences {
		if !slices.ContainsFunc(l.phrases, func(phrase string) bool { return !strings.Contains(text, phrase) }) {
			return l.id
		}
	}
	return ""
}

// licencePart names the licence by its text, and what manifests claim where that differs.
func licencePart(s section) (part, error) {
	var from struct {
		Files     json.RawMessage `json:"files"`
		Manifests json.RawMessage `json:"manifests"`
	}
	if json.Unmarshal(s.From, &from) != nil || len(from.Files) == 0 {
		return part{}, errors.New("is not {files: a result of file_ops collect, manifests: a result of file_ops collect}")
	}
	files, closed, err := filesOf(from.Files)
	if err != nil {
		return part{}, fmt.Errorf("files: %w", err)
	}
	manifests, err := manifestsOf(from.Manifests)
	if err != nil {
		return part{}, fmt.Errorf("manifests: %w", err)
	}
	var out strings.Builder
	var names []string
	for _, f := range files {
		id := identify(f.Content)
		fmt.Fprintf(&out, "- %s: %s", codeSpan(f.Path), cmp.Or(id, "not a text known here; read it"))
		if found := copyrightLine.FindStringSubmatch(f.Content); found != nil && !strings.Contains(found[1], "Free Software Foundation") {
			fmt.Fprintf(&out, ", “%s”", escaped(shorten(strings.TrimSpace(found[1]), 120)))
		}
		out.WriteByte('\n')
		if name := cmp.Or(id, "unknown"); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, f := range closed {
		fmt.Fprintf(&out, "- %s: cannot be read (%s)\n", codeSpan(f.Path), f.why())
	}
	for _, m := range manifests {
		if m.licence != "" && !slices.Contains(names, m.licence) {
			fmt.Fprintf(&out, "- %s claims %s\n", codeSpan(m.path), escaped(m.licence))
			names = append(names, m.licence)
		}
	}
	p := part{body: out.String()}
	switch {
	case len(files) > 0:
		p.glance = "Licence: " + escaped(strings.Join(names, ", "))
	case len(closed) == 0:
		p.missing = "a licence file (without one, nobody else may use the work)"
	}
	return p, nil
}
