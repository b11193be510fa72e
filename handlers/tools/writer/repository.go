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
	// Encoding is base64 where read found no text.
	Encoding string `json:"encoding"`
	Charset  string `json:"charset"`
	Size     int64  `json:"size"`
}

func filesOf(from json.RawMessage) ([]file, []unreadFile, error) {
	var c struct {
		Files  *[]file      `json:"files"`
		Unread []unreadFile `json:"unread"`
		file
	}
	switch {
	case json.Unmarshal(from, &c) != nil || c.Files == nil && c.Path == "":
		return nil, nil, errors.New("is not a result of file_ops collect or read")
	case c.Files != nil:
		return *c.Files, c.Unread, nil
	case c.Encoding == "base64":
		return nil, []unreadFile{{c.Path, "not UTF-8 text, given in base64"}}, nil
	}
	return []file{c.file}, nil, nil
}

var startHeading = regexp.MustCompile(`(?i)\b(install|usage|quick ?start|getting started|build|run|try it|develop)`)

// readmePart shows what the README opens with, how it says to begin, and what else it covers.
func readmePart(s section) (part, error) {
	files, closed, err := filesOf(s.From)
	if err != nil {
		return part{}, err
	}
	if len(files) == 0 {
		if len(closed) > 0 {
			return part{body: "There is one, but it cannot be read: " + unreadText(closed) + "\n"}, nil
		}
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
	fmt.Fprintf(&out, "\n*From %s%s.*\n", codeSpan(readme.Path), inCharset(readme))
	glance := ""
	if first != "" {
		glance = escaped(shorten(first, 200))
	}
	return part{body: out.String(), glance: glance}, nil
}

// inCharset says how a file was read that is not UTF-8.
func inCharset(f file) string {
	if f.Charset == "" {
		return ""
	}
	return ", which is not UTF-8 and was read as " + escaped(f.Charset)
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
				return title, complete(lead), first
			}
		case paragraph, listItem:
			text := b.standing()
			if text == "" || b.kind == listItem && size == 0 {
				continue // a list before any text is a table of contents
			}
			if b.kind == listItem {
				text = "– " + text
			} else if first == "" && len([]rune(text)) > 20 {
				first = splitSentences(text)[0]
			}
			lead = append(lead, shorten(text, 600))
			if size += len(text); size > 700 || len(lead) >= 8 {
				return title, complete(lead), first
			}
		case fence, cut:
		}
	}
	return title, complete(lead), first
}

// complete takes off what announces something that comes no more.
func complete(lead []string) []string {
	last := len(lead) - 1
	if last < 0 || !strings.HasSuffix(lead[last], ":") {
		return lead
	}
	if lead[last] = withoutLast(lead[last]); lead[last] == "" {
		lead = lead[:last]
	}
	return lead
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

func enumerate(items []string, most int) string {
	text := strings.Join(items[:min(len(items), most)], ", ")
	if len(items) > most {
		text += fmt.Sprintf(" and %s more", number(len(items)-most))
	}
	return text + "."
}
