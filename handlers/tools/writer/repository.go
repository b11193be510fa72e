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

// file is what file_ops read and collect return of one.
type file struct {
	Path    string `json:"path"`
	Content string `json:"content"`
	Size    int64  `json:"size"`
}

func filesOf(from json.RawMessage) ([]file, error) {
	var c struct {
		Files *[]file `json:"files"`
		file
	}
	if json.Unmarshal(from, &c) != nil || c.Files == nil && c.Path == "" {
		return nil, errors.New("is not a result of file_ops collect or read")
	}
	if c.Files == nil {
		return []file{c.file}, nil
	}
	return *c.Files, nil
}

var startHeading = regexp.MustCompile(`(?i)\b(install|usage|quick ?start|getting started|build|run|try it|develop)`)

// readmePart shows what the README opens with, how it says to begin, and what else it covers.
func readmePart(s section) (part, error) {
	files, err := filesOf(s.From)
	if err != nil {
		return part{}, err
	}
	if len(files) == 0 {
		return part{missing: "a README"}, nil
	}
	readme := slices.MinFunc(files, func(a, b file) int {
		return cmp.Or(cmp.Compare(strings.Count(a.Path, "/"), strings.Count(b.Path, "/")), cmp.Compare(len(path.Base(a.Path)), len(path.Base(b.Path))), cmp.Compare(a.Path, b.Path))
	})
	blocks := parseBlocks(readme.Content)
	var out strings.Builder
	title, lead, first := leadOf(blocks)
	if len(lead) == 0 && title == "" {
		return part{missing: fmt.Sprintf("text in %s", codeSpan(readme.Path))}, nil
	}
	if title != "" {
		fmt.Fprintf(&out, "> **%s**\n", escaped(shorten(title, 200)))
	}
	for i, text := range lead {
		if i > 0 || title != "" {
			out.WriteString(">\n")
		}
		fmt.Fprintf(&out, "> %s\n", escaped(text))
	}
	if under, how := howToStart(blocks); how != "" {
		fmt.Fprintf(&out, "\nUnder “%s” it says:\n\n```\n%s\n```\n", escaped(under), how)
	}
	if topics := topicsOf(blocks, title); len(topics) > 0 {
		most := 14
		fmt.Fprintf(&out, "\nIt also covers: %s", escaped(strings.Join(topics[:min(len(topics), most)], " · ")))
		if len(topics) > most {
			out.WriteString(" · …")
		}
		out.WriteByte('\n')
	}
	fmt.Fprintf(&out, "\n*From %s.*\n", codeSpan(readme.Path))
	glance := ""
	if first != "" {
		glance = escaped(shorten(first, 200))
	}
	return part{body: out.String(), glance: glance}, nil
}

// leadOf returns the title and the opening paragraphs, or, where a README begins with headings, the first ones there are.
func leadOf(blocks []block) (title string, lead []string, first string) {
	size := 0
	for i, b := range blocks {
		switch b.kind {
		case heading:
			if title == "" && len(lead) == 0 && (b.level == 1 || i == 0) {
				title = b.text
			} else if size > 60 {
				return title, lead, first
			}
		case paragraph, listItem:
			text := b.text
			if b.kind == listItem {
				if size == 0 {
					continue // a list before any text is a table of contents
				}
				text = "– " + text
			} else if first == "" && len([]rune(text)) > 20 {
				first = splitSentences(text)[0]
			}
			lead = append(lead, shorten(text, 600))
			if size += len(text); size > 700 || len(lead) >= 8 {
				return title, lead, first
			}
		case fence:
		}
	}
	return title, lead, first
}

func howToStart(blocks []block) (under, how string) {
	at := ""
	for _, b := range blocks {
		switch {
		case b.kind == heading:
			at = ""
			if startHeading.MatchString(b.text) {
				at = b.text
			}
		case b.kind == fence && at != "" && strings.TrimSpace(b.text) != "" && !strings.Contains(b.text, "```"):
			lines := strings.Split(strings.Trim(b.text, "\n"), "\n")
			if len(lines) > 12 {
				lines = append(lines[:12], "…")
			}
			return at, strings.Join(lines, "\n")
		}
	}
	return "", ""
}

func topicsOf(blocks []block, title string) []string {
	var topics []string
	for _, b := range blocks {
		if b.kind == heading && b.level <= 2 && b.text != title && b.text != "" && !slices.Contains(topics, b.text) {
			topics = append(topics, shorten(b.text, 60))
		}
	}
	return topics
}

// layoutPart lists the top level, and how much lies in each folder.
func layoutPart(s section) (part, error) {
	var l struct {
		Path    string `json:"path"`
		Entries *[]struct {
			Path string `json:"path"`
			Type string `json:"type"`
			Size int64  `json:"size"`
		} `json:"entries"`
		Total     int            `json:"total"`
		Truncated bool           `json:"truncated"`
		Skipped   map[string]int `json:"skipped"`
	}
	if json.Unmarshal(s.From, &l) != nil || l.Entries == nil {
		return part{}, errors.New("is not a result of file_ops list")
	}
	if len(*l.Entries) == 0 {
		return part{glance: "**The folder is empty.**"}, nil
	}
	inside := map[string]int{}
	for _, e := range *l.Entries {
		inside[path.Dir(e.Path)]++
	}
	var folders, files []string
	for _, e := range *l.Entries {
		if path.Dir(e.Path) != path.Clean(l.Path) {
			continue
		}
		switch e.Type {
		case "folder":
			folders = append(folders, fmt.Sprintf("%s (%d)", codeSpan(path.Base(e.Path)+"/"), inside[e.Path]))
		case "file":
			name := codeSpan(path.Base(e.Path))
			if len(*l.Entries) <= 12 {
				name += " (" + sizeText(e.Size) + ")"
			}
			files = append(files, name)
		default:
			files = append(files, codeSpan(path.Base(e.Path))+" ("+e.Type+")")
		}
	}
	var out strings.Builder
	if len(folders) > 0 {
		fmt.Fprintf(&out, "Folders, with what lies directly in them: %s\n", enumerate(folders, orUsual(s.Most, 60)))
	}
	if len(files) > 0 {
		fmt.Fprintf(&out, "\nFiles: %s\n", enumerate(files, orUsual(s.Most, 40)))
	}
	if l.Truncated {
		fmt.Fprintf(&out, "\n*Of %s entries only the first %s were listed.*\n", number(l.Total), number(len(*l.Entries)))
	}
	return part{body: out.String()}, nil
}

func enumerate(items []string, most int) string {
	text := strings.Join(items[:min(len(items), most)], ", ")
	if len(items) > most {
		text += fmt.Sprintf(" and %s more", number(len(items)-most))
	}
	return text + "."
}
