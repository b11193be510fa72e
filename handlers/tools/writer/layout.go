package writer

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
)

// layoutPart lists the top level, and how much lies in each folder.
func layoutPart(s section) (part, error) {
	var l struct {
		Path    string `json:"path"`
		Entries *[]struct {
			Path string `json:"path"`
			Type string `json:"type"`
			Size int64  `json:"size"`
			// Closed is why nothing in a folder is listed.
			Closed string `json:"closed"`
		} `json:"entries"`
		Total     int            `json:"total"`
		Depth     int            `json:"depth"`
		Truncated bool           `json:"truncated"`
		Skipped   map[string]int `json:"skipped"`
	}
	if json.Unmarshal(s.From, &l) != nil || l.Entries == nil {
		return part{}, errors.New("is not a result of file_ops list")
	}
	if len(*l.Entries) == 0 {
		if left := notDone("listed", l.Skipped); left != "" {
			return part{body: "Nothing.\n" + left}, nil
		}
		return part{glance: "**The folder is empty.**"}, nil
	}
	inside := map[string]int{}
	for _, e := range *l.Entries {
		inside[path.Dir(e.Path)]++
	}
	counted := l.Depth != 1 && !l.Truncated // else what lies in a folder is not in the list, or not all of it
	var folders, files []string
	for _, e := range *l.Entries {
		if path.Dir(e.Path) != path.Clean(l.Path) {
			continue
		}
		switch e.Type {
		case "folder":
			name := codeSpan(path.Base(e.Path) + "/")
			switch {
			case e.Closed != "":
				name += " (" + strings.ReplaceAll(e.Closed, "_", " ") + ")"
			case counted:
				name += fmt.Sprintf(" (%d)", inside[e.Path])
			}
			folders = append(folders, name)
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
		what := "Folders"
		if counted {
			what = "Folders, with what lies directly in them"
		}
		fmt.Fprintf(&out, "%s: %s\n", what, enumerate(folders, orUsual(s.Most, 60)))
	}
	if len(files) > 0 {
		fmt.Fprintf(&out, "\nFiles: %s\n", enumerate(files, orUsual(s.Most, 40)))
	}
	if l.Truncated {
		fmt.Fprintf(&out, "\n*Of %s entries only the first %s were listed.*\n", number(l.Total), number(len(*l.Entries)))
	}
	out.WriteString(notDone("listed", l.Skipped))
	return part{body: out.String()}, nil
}
