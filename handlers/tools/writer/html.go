package writer

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// unread are elements whose content is not the page's text.
var unread = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Svg: true, atom.Nav: true, atom.Footer: true,
	atom.Aside: true, atom.Form: true, atom.Button: true, atom.Select: true, atom.Iframe: true, atom.Head: true, atom.Pre: true,
}

// apart are those of them that stand between paragraphs and not in one.
var apart = map[atom.Atom]bool{atom.Nav: true, atom.Footer: true, atom.Aside: true, atom.Form: true, atom.Pre: true}

// codeLeftOut stands where a page shows code.
const codeLeftOut = "<!-- code -->"

// blocks end a paragraph.
var blocks = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Section: true, atom.Article: true, atom.Main: true, atom.Li: true, atom.Ul: true, atom.Ol: true,
	atom.Br: true, atom.Tr: true, atom.Td: true, atom.Th: true, atom.Table: true, atom.Blockquote: true, atom.Dd: true, atom.Dt: true,
	atom.Header: true, atom.Hr: true, atom.Figcaption: true,
	atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true,
}

// htmlText returns a page's title and its readable text: headings as Markdown, paragraphs apart.
func htmlText(page string) (title, text string) {
	var out strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(page))
	tokens.SetMaxBuf(maxText)
	hidden, inTitle := 0, false
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return strings.Join(strings.Fields(title), " "), out.String()
		case html.TextToken:
			switch {
			case inTitle:
				title += string(tokens.Text())
			case hidden == 0:
				out.WriteString(strings.Join(strings.FieldsFunc(string(tokens.Text()), func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " "))
			}
		case html.StartTagToken:
			name, _ := tokens.TagName()
			switch tag := atom.Lookup(name); {
			case tag == atom.Title:
				inTitle = title == ""
			case unread[tag]:
				hidden++
				if apart[tag] {
					out.WriteString("\n\n")
				}
				if tag == atom.Pre && hidden == 1 {
					out.WriteString(codeLeftOut + "\n\n")
				}
			case tag == atom.Body:
				hidden = 0 // a head need not be closed
			case hidden == 0:
				open(&out, tag)
			}
		case html.SelfClosingTagToken:
			name, _ := tokens.TagName()
			if tag := atom.Lookup(name); hidden == 0 && !unread[tag] {
				open(&out, tag)
			}
		case html.EndTagToken:
			name, _ := tokens.TagName()
			switch tag := atom.Lookup(name); {
			case tag == atom.Title:
				inTitle = false
			case unread[tag]:
				hidden = max(hidden-1, 0)
			case hidden == 0 && blocks[tag]:
				out.WriteString("\n\n")
			}
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

func open(out *strings.Builder, tag atom.Atom) {
	if !blocks[tag] {
		return
	}
	out.WriteString("\n\n")
	switch tag {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		out.WriteString("## ")
	case atom.Li:
		out.WriteString("- ")
	}
}
