package writer

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// languageOfMain is by extension what a hit of the search for main functions means.
var languageOfMain = map[string]string{
	".go": "Go", ".rs": "Rust", ".py": "Python", ".c": "C", ".cc": "C++", ".cpp": "C++", ".cxx": "C++", ".java": "Java", ".kt": "Kotlin",
	".cs": "C#", ".swift": "Swift", ".zig": "Zig", ".dart": "Dart", ".scala": "Scala",
}

type program struct {
	language, path string
	main           bool // the file is named as main programs are
}

// entryPointsPart brings together main functions and what manifests say can be started.
func entryPointsPart(s section) (part, error) {
	var from struct {
		Code      json.RawMessage `json:"code"`
		Manifests json.RawMessage `json:"manifests"`
	}
	if json.Unmarshal(s.From, &from) != nil || len(from.Code) == 0 {
		return part{}, errors.New("is not {code: a result of file_ops search, manifests: a result of file_ops collect}")
	}
	found, err := findingsOf(from.Code)
	if err != nil {
		return part{}, fmt.Errorf("code: %w", err)
	}
	manifests, err := manifestsOf(from.Manifests)
	if err != nil {
		return part{}, fmt.Errorf("manifests: %w", err)
	}
	programs, images, aside := sortPrograms(*found.Hits, found.Path)
	var out strings.Builder
	writePrograms(&out, programs, orUsual(s.Most, 30))
	starts := 0
	for _, m := range manifests {
		if len(m.starts) > 0 && starts < 10 {
			starts++
			fmt.Fprintf(&out, "- %s: %s\n", codeSpan(m.path), strings.Join(m.starts, ", "))
		}
	}
	for _, h := range images[:min(len(images), 10)] {
		fmt.Fprintf(&out, "- %s: %s\n", codeSpan(h.Path), codeSpan(shorten(h.Text, 100)))
	}
	if aside > 0 {
		fmt.Fprintf(&out, "\n%s in tests, examples and test data left out.\n", plural(aside, "main function", "main functions"))
	}
	if len(programs)+starts+len(images) == 0 {
		missing := "entry points"
		if aside > 0 {
			missing += fmt.Sprintf(" (only %d in tests, examples and test data)", aside)
		}
		return part{missing: missing}, nil
	}
	return part{body: out.String(), glance: programGlance(programs, starts)}, nil
}

// writePrograms puts those of one language together.
func writePrograms(out *strings.Builder, programs []program, most int) {
	var languages []string
	by := map[string][]string{}
	for _, p := range programs {
		if by[p.language] == nil {
			languages = append(languages, p.language)
		}
		by[p.language] = append(by[p.language], codeSpan(p.path))
	}
	for _, language := range languages {
		fmt.Fprintf(out, "- %s: %s\n", language, enumerate(by[language], most))
	}
}

func programGlance(programs []program, starts int) string {
	if len(programs) == 0 {
		if starts == 0 {
			return ""
		}
		return plural(starts, "manifest names entry points", "manifests name entry points")
	}
	names := make([]string, 0, 4)
	for _, p := range programs[:min(len(programs), 4)] {
		names = append(names, codeSpan(p.path))
	}
	text := plural(len(programs), "program", "programs") + ": " + strings.Join(names, ", ")
	if len(programs) > 4 {
		text += ", …"
	}
	return text
}

// sortPrograms tells programs from images' commands, from generators that no build includes, and from what lies in tests. Of
// one Go package, which may have several files with a main behind build tags, the package counts.
func sortPrograms(hits []hit, root string) (programs []program, images []hit, aside int) {
	generators := map[string]bool{}
	for _, h := range hits {
		if buildIgnore.MatchString(h.Text) {
			generators[h.Path] = true
		}
	}
	for _, h := range hits {
		language := languageOfMain[strings.ToLower(path.Ext(h.Path))]
		switch {
		case generators[h.Path]:
			continue
		case language == "":
			images = append(images, h)
			continue
		case isAside(within(root, h.Path)):
			aside++
			continue
		}
		p := program{language: language, path: h.Path, main: isMain(h.Path)}
		if language == "Go" && p.main {
			p.path = path.Dir(h.Path)
		}
		if !slices.ContainsFunc(programs, func(known program) bool { return known.path == p.path }) {
			programs = append(programs, p)
		}
	}
	rank := func(p program) int {
		if p.main {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(programs, func(a, b program) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")), cmp.Compare(a.path, b.path))
	})
	return programs, images, aside
}

var (
	buildIgnore = regexp.MustCompile(`^//(go:build| \+build) ignore\b`)
	commandPath = regexp.MustCompile(`(^|/)(cmd|bin)/([^/]+/)?[^/]+$`)
)

// isMain goes by how programs are named: main.go, tool/tool.go, cmd/tool/any.go.
func isMain(name string) bool {
	base := path.Base(name)
	stem := strings.ToLower(strings.TrimSuffix(base, path.Ext(base)))
	return stem == "main" || stem == "__main__" || stem == strings.ToLower(path.Base(path.Dir(name))) || commandPath.MatchString(name)
}

var asideFolders = []string{"test", "tests", "testing", "testdata", "example", "examples", "_examples", "benchmark", "benchmarks", "fixtures", "third_party", "__tests__", "samples", "demo", "docs"}

func isAside(name string) bool {
	for part := range strings.SplitSeq(strings.ToLower(path.Dir(name)), "/") {
		if slices.Contains(asideFolders, part) {
			return true
		}
	}
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	return stem == "test" || stem == "tests" || stem == "bench" || strings.HasPrefix(stem, "tests_") || strings.HasPrefix(stem, "bench_") || strings.HasSuffix(stem, "_test") || strings.HasPrefix(stem, "test_") || strings.HasPrefix(stem, "example_")
}
