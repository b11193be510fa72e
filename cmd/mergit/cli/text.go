package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/mattn/go-runewidth"
	"golang.org/x/term"
)

// printable writes out what would move a terminal's cursor or turn its text
// around: names of files come from anywhere. Lines stay lines.
func printable(text string) string {
	hidden := func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar
	}
	if strings.IndexFunc(text, hidden) < 0 {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if quoted := strconv.QuoteRune(r); hidden(r) && r != unicode.ReplacementChar {
			out.WriteString(quoted[1 : len(quoted)-1])
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

// oneLine makes one line of a text, at most so many columns wide; 0 is as wide
// as it is.
func oneLine(text string, columns int) string {
	text = printable(strings.Join(strings.Fields(text), " "))
	if columns > 0 && runewidth.StringWidth(text) > columns {
		return runewidth.Truncate(text, columns, "…")
	}
	return text
}

// columnsOf is how wide a terminal is, or otherwise if there is none.
func columnsOf(w io.Writer, otherwise int) int {
	if file, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(file.Fd())); err == nil && columns > 0 {
			return columns
		}
	}
	return otherwise
}

// table writes rows of cells, of which the last is cut to what is left of the
// columns; 0 is as wide as it is.
func table(out io.Writer, columns int, rows [][]string) error {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			row[i] = printable(strings.NewReplacer("\n", " ", "\t", " ").Replace(cell))
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], runewidth.StringWidth(row[i]))
		}
	}
	var text strings.Builder
	for _, row := range rows {
		line, used := "", 0
		for i, cell := range row {
			if i == len(row)-1 {
				if columns > 0 {
					cell = runewidth.Truncate(cell, max(columns-used, 1), "…")
				}
				line += cell
				break
			}
			line += runewidth.FillRight(cell, widths[i]) + "  "
			used += widths[i] + 2
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// wrapped breaks a text into lines of so many columns.
func wrapped(text string, columns int) []string {
	var lines []string
	line, used := "", 0
	for word := range strings.FieldsSeq(printable(text)) {
		width := runewidth.StringWidth(word)
		if used > 0 && used+1+width > columns {
			lines, line, used = append(lines, line), "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+width
	}
	return append(lines, line)
}

// readable turns a result into text: its Markdown or text if it has one.
func readable(result json.RawMessage) string {
	var text string
	if json.Unmarshal(result, &text) == nil {
		return text
	}
	var said struct{ Markdown, Text, Content string }
	if json.Unmarshal(result, &said) == nil {
		for _, s := range []string{said.Markdown, said.Text, said.Content} {
			if s != "" {
				return strings.TrimRight(s, "\n")
			}
		}
	}
	var pretty bytes.Buffer
	if json.Indent(&pretty, result, "", "  ") == nil { // and not decoded: that would round large numbers
		return pretty.String()
	}
	return string(result)
}

// result writes what a goal or task came to. On a terminal it cannot move the
// cursor; into a file it goes as it is.
func (a *app) result(result json.RawMessage) error {
	text := readable(result)
	if isTerminal(a.out) {
		text = printable(text)
	}
	_, err := fmt.Fprintln(a.out, text)
	return err
}

// line writes one JSON line.
func (a *app) line(v any) error { return json.NewEncoder(a.out).Encode(v) }

// age is how long ago something was, in its largest unit.
func age(t time.Time) string {
	d := time.Since(t)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", max(0, int(d.Seconds())))
	case d < time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", int(d.Hours()))
	}
	return fmt.Sprintf("%dd", int(d.Hours()/24))
}

// count writes a number of things.
func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// brief writes a duration in the three digits that matter.
func brief(d time.Duration) string {
	switch {
	case d >= time.Minute:
		return d.Round(time.Second).String()
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}
