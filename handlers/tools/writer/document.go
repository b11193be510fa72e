package writer

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/mergit-io/mergit/handlers/tools"
)

// document is text with its origin.
type document struct {
	source, title, text string
	// closed is why there is no text, if there is none to be had.
	closed string
}

// notRead names the documents that there is no text of; empty if there are none.
func notRead(docs []document) string {
	var closed []unreadFile
	for _, d := range docs {
		if d.closed != "" {
			closed = append(closed, unreadFile{d.source, d.closed})
		}
	}
	if len(closed) == 0 {
		return ""
	}
	return "Not read: " + unreadText(closed) + "\n"
}

// documents takes what other tools return: a text, a file, files, a web answer, a report, or a list of such.
func documents(from json.RawMessage) ([]document, error) {
	docs := gather(from, 0)
	size := 0
	for _, d := range docs {
		size += len(d.text)
	}
	if size > maxText {
		err := tools.BadArg("from", "holds %d bytes of text; the most is %d", size, maxText)
		err.Code = tools.CodeTooLarge
		return nil, err
	}
	return docs, nil
}

func gather(from json.RawMessage, depth int) []document {
	from = bytes.TrimSpace(from)
	if len(from) == 0 || depth > 8 {
		return nil
	}
	switch from[0] {
	case '"':
		var text string
		if json.Unmarshal(from, &text) == nil {
			return []document{fromText("", "", text)}
		}
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(from, &list) == nil {
			var docs []document
			for _, item := range list {
				docs = append(docs, gather(item, depth+1)...)
			}
			return docs
		}
	case '{':
		return gatherObject(from, depth)
	}
	return nil
}

func gatherObject(from json.RawMessage, depth int) []document {
	var object struct {
		Path     string            `json:"path"`
		URL      string            `json:"url"`
		Encoding string            `json:"encoding"`
		Headers  map[string]string `json:"headers"`
		Content  json.RawMessage   `json:"content"`
		Body     json.RawMessage   `json:"body"`
		Markdown json.RawMessage   `json:"markdown"`
		Text     json.RawMessage   `json:"text"`
		Files    json.RawMessage   `json:"files"`
		Unread   []unreadFile      `json:"unread"`
	}
	if json.Unmarshal(from, &object) != nil {
		return nil
	}
	if object.Files != nil {
		docs := gather(object.Files, depth+1)
		for _, f := range object.Unread {
			docs = append(docs, document{source: f.Path, closed: f.why()})
		}
		return docs
	}
	source := object.Path + object.URL
	if object.Encoding == "base64" {
		return []document{{source: source, closed: orText(object.Headers["content-type"], "not UTF-8 text") + ", given in base64"}}
	}
	for _, field := range []json.RawMessage{object.Content, object.Body, object.Markdown, object.Text} {
		var text string
		if field != nil && json.Unmarshal(field, &text) == nil {
			return []document{fromText(source, object.Headers["content-type"], text)}
		}
	}
	return nil
}

func fromText(source, kind, text string) document {
	head := strings.ToLower(strings.TrimSpace(text[:min(len(text), 200)]))
	if strings.Contains(kind, "html") || strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html") {
		title, body := htmlText(text)
		return document{source: source, title: title, text: body}
	}
	return document{source: source, text: text}
}
