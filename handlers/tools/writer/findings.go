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

type hit struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`

	marker string
}

type findings struct {
	Path      string         `json:"path"`
	Hits      *[]hit         `json:"hits"`
	Total     int            `json:"total"`
	Files     int            `json:"files"`
	Searched  int            `json:"searched"`
	Truncated bool           `json:"truncated"`
	Skipped   map[string]int `json:"skipped"`
}

func findingsOf(from json.RawMessage) (findings, error) {
	var f findings
	if json.Unmarshal(from, &f) != nil || f.Hits == nil {
		return f, errors.New("is not a result of file_ops search")
	}
	return f, nil
}

var marker = regexp.MustCompile(`\b(FIXME|BUG|XXX|HACK|TODO)\b`)

// urgency sorts markers that say something is wrong before those that say something is left to do.
var urgency = map[string]int{"FIXME": 0, "BUG": 1, "XXX": 2, "HACK": 3, "TODO": 4, "": 5}

// findingsPart lists hits by urgency and place; of many it first says where they are.
func findingsPart(s section) (part, error) {
	f, err := findingsOf(s.From)
	if err != nil {
		return part{}, err
	}
	left := notDone("searched", f.Skipped)
	if len(*f.Hits) == 0 {
		p := part{glance: fmt.Sprintf("%s: none in %s", escaped(s.Heading), plural(f.Searched, "file", "files"))}
		if f.Searched == 0 {
			p.glance = ""
		}
		if left != "" {
			p.body = "None found." + "\n" + left
		}
		return p, nil
	}
	hits := *f.Hits
	byMarker := map[string]int{}
	for i := range hits {
		hits[i].marker = marker.FindString(hits[i].Text)
		byMarker[hits[i].marker]++
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(urgency[a.marker], urgency[b.marker]) })
	most := orUsual(s.Most, 40)
	var out strings.Builder
	fmt.Fprintf(&out, "%s in %s%s.\n", plural(f.Total, "line", "lines"), plural(f.Files, "file", "files"), markersText(byMarker, f.Truncated, len(hits)))
	if f.Total > most {
		out.WriteString("\n" + whereabouts(hits, f.Path) + "\n")
		fmt.Fprintf(&out, "The %d most urgent, FIXME and XXX before TODO, then by path:\n", most)
	}
	out.WriteByte('\n')
	for _, h := range hits[:min(len(hits), most)] {
		fmt.Fprintf(&out, "- %s %s\n", codeSpan(fmt.Sprintf("%s:%d", h.Path, h.Line)), codeSpan(shorten(fromMarker(h), 160)))
	}
	out.WriteString(andMore(f.Total, most))
	out.WriteString(left)
	return part{body: out.String(), glance: fmt.Sprintf("%s: %s in %s", escaped(s.Heading), number(f.Total), plural(f.Files, "file", "files"))}, nil
}

func markersText(by map[string]int, truncated bool, looked int) string {
	var items []string
	for _, name := range []string{"FIXME", "BUG", "XXX", "HACK", "TODO"} {
		if by[name] > 0 {
			items = append(items, fmt.Sprintf("%s %s", number(by[name]), name))
		}
	}
	if len(items) < 2 && !truncated || len(items) == 0 {
		return ""
	}
	text := ": " + strings.Join(items, ", ")
	if truncated {
		text += fmt.Sprintf(" among the first %s", number(looked))
	}
	return text
}

// fromMarker leaves out the code before a comment.
func fromMarker(h hit) string {
	if at := marker.FindStringIndex(h.Text); at != nil {
		return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(h.Text[at[0]:]), "*/"))
	}
	return h.Text
}

// within is a path as seen from the folder that was asked for; . is the root of all.
func within(root, name string) string {
	if root = path.Clean(root); root == "." {
		return name
	}
	return strings.TrimPrefix(strings.TrimPrefix(name, root), "/")
}

// whereabouts counts by the two topmost folders.
func whereabouts(hits []hit, root string) string {
	counts := map[string]int{}
	for _, h := range hits {
		dir := path.Dir(within(root, h.Path))
		if parts := strings.Split(dir, "/"); len(parts) > 2 {
			dir = path.Join(parts[:2]...)
		}
		counts[dir]++
	}
	dirs := make([]string, 0, len(counts))
	for dir := range counts {
		dirs = append(dirs, dir)
	}
	slices.SortFunc(dirs, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	items := make([]string, 0, 10)
	for _, dir := range dirs[:min(len(dirs), 10)] {
		items = append(items, fmt.Sprintf("%s %s", codeSpan(dir), number(counts[dir])))
	}
	text := "Most are in: " + strings.Join(items, ", ")
	if len(dirs) > 10 {
		text += fmt.Sprintf(", and in %s more", plural(len(dirs)-10, "folder", "folders"))
	}
	return text + "."
}
