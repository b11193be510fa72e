package fileops

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"io/fs"
	"os"

	"github.com/mergit-io/mergit/handlers/tools"
)

type fileContent struct {
	Path     string `json:"path"`
	Content  string `json:"content"`
	Encoding string `json:"encoding"`
	// Charset is what the file is written in, where that is not UTF-8 and Content was put into UTF-8.
	Charset string `json:"charset,omitempty"`
	// Size and SHA256 are of the whole file. A file too large to be hashed in passing has no SHA256.
	Size       int64  `json:"size"`
	SHA256     string `json:"sha256,omitempty"`
	Offset     int64  `json:"offset"`
	Truncated  bool   `json:"truncated"`
	NextOffset int64  `json:"next_offset,omitempty"`
}

func (t *Tool) read(ctx context.Context, v *view, args arguments) (any, error) {
	p, err := v.at(args.Path)
	if err != nil {
		return nil, err
	}
	if p.real != "" && pseudoPath(p.real) {
		return nil, v.explain(errPseudo, p.shown)
	}
	file, info, err := openRegular(p.root, p.rel)
	if err != nil {
		if info != nil && info.IsDir() {
			return nil, tools.BadArg("path", "%s is a folder; use list or collect", p.shown)
		}
		return nil, v.explain(err, p.shown)
	}
	defer file.Close()
	if !p.is(info) {
		return nil, v.explain(errMoved, p.shown)
	}
	content, err := readPart(ctx, file, info, args.Offset, upTo(args.Length, 256<<10, maxRead), asText)
	if err != nil {
		return nil, v.explain(err, p.shown)
	}
	content.Path = p.shown
	return content, nil
}

// readPart reads from offset. What text cannot make out is handed on in base64.
func readPart(ctx context.Context, file *os.File, info fs.FileInfo, offset, length int64, text decoder) (fileContent, error) {
	part := make([]byte, 0, min(length, max(info.Size()-offset, 0)+1))
	buffer := bytes.NewBuffer(part)
	if _, err := io.Copy(buffer, stopping{ctx, io.NewSectionReader(file, offset, length)}); err != nil {
		return fileContent{}, err
	}
	part = buffer.Bytes()
	out := fileContent{Size: max(info.Size(), offset+int64(len(part))), Offset: offset, Encoding: "utf-8"}
	if len(part) == 0 {
		out.Size = info.Size()
	}
	out.Truncated = offset > 0 || offset+int64(len(part)) < out.Size
	if read, ok := text(part, offset+int64(len(part)) < out.Size); ok {
		part, out.Content, out.Charset = part[:read.used], read.text, read.charset
	} else {
		out.Encoding, out.Content = "base64", base64.StdEncoding.EncodeToString(part)
	}
	if end := offset + int64(len(part)); end < out.Size {
		out.NextOffset = end
	}
	if out.Size <= maxHashed {
		digest := sha256.New()
		if _, err := io.Copy(digest, stopping{ctx, io.NewSectionReader(file, 0, out.Size)}); err != nil {
			return fileContent{}, err
		}
		out.SHA256 = hex.EncodeToString(digest.Sum(nil))
	}
	return out, nil
}

type collected struct {
	Path  string        `json:"path"`
	Files []fileContent `json:"files"`
	// Unread are the first of those that match and could not be made out.
	Unread    []unread `json:"unread"`
	Total     int      `json:"total"`
	Truncated bool     `json:"truncated"`
	Skipped   skipped  `json:"skipped"`
}

type unread struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// collect reads the text files that match, those nearest to the start first within each folder, until the result is full. It is for
// reading, so what is not in UTF-8 is put into it.
func (t *Tool) collect(ctx context.Context, v *view, args arguments) (any, error) {
	if len(args.Glob) == 0 {
		return nil, tools.BadArg("glob", `is missing; name the files to collect, like ["*.md"]`)
	}
	match, err := args.Glob.compile(args.IgnoreCase)
	if err != nil {
		return nil, err
	}
	most, room := upTo(args.MaxFiles, 50, 500), int64(maxRead)
	w := t.walker(ctx, v, args)
	out := collected{Path: args.Path, Files: []fileContent{}, Unread: []unread{}, Skipped: w.skipped}
	passOver := func(i item, reason string) {
		w.skipped[reason]++
		if len(out.Unread) < most {
			out.Unread = append(out.Unread, unread{i.shown, reason})
		}
	}
	w.visit = func(i item) error {
		if i.entry.IsDir() || !match.match(i) {
			return nil
		}
		out.Total++
		if len(out.Files) >= most || room <= 0 {
			out.Truncated = true
			return nil
		}
		file, info, reason := i.open()
		if reason != "" {
			passOver(i, reason)
			return nil
		}
		defer file.Close()
		content, err := readPart(ctx, file, info, 0, min(upTo(args.Length, 64<<10, maxRead), room), asForeignText)
		switch {
		case err != nil && ctx.Err() != nil:
			return err
		case err != nil:
			passOver(i, skipUnreadable)
			return nil
		case content.Encoding != "utf-8":
			head, _ := base64.StdEncoding.DecodeString(content.Content)
			passOver(i, whyNoText(head))
			return nil
		}
		content.Path = i.shown
		room -= int64(len(content.Content))
		out.Files = append(out.Files, content)
		return nil
	}
	if err := w.walk(args.Path); err != nil {
		return nil, err
	}
	return out, nil
}

// stopping ends a long read with its context.
type stopping struct {
	ctx context.Context
	io.Reader
}

func (s stopping) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}
