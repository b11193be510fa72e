package fileops

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"syscall"

	"github.com/mergit-io/mergit/handlers/tools"
)

type written struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

type removed struct {
	Path    string `json:"path"`
	Deleted bool   `json:"deleted"`
}

// content is what a write puts into the file: a text as it is, any other value as indented JSON.
func content(args arguments) ([]byte, error) {
	if len(args.Content) == 0 || string(args.Content) == "null" {
		return nil, tools.BadArg("content", "is missing; an empty text makes an empty file")
	}
	var text string
	switch err := json.Unmarshal(args.Content, &text); {
	case err == nil && args.Encoding == "base64":
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, tools.BadArg("content", "is not base64: %v", err)
		}
		return limited(decoded)
	case args.Encoding != "" && args.Encoding != "utf-8":
		return nil, tools.BadArg("encoding", "base64 goes with a text, and there is nothing but utf-8 and base64")
	case err == nil:
		return limited([]byte(text))
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, args.Content, "", "  "); err != nil {
		return nil, tools.BadArg("content", "is not JSON: %v", err)
	}
	indented.WriteByte('\n')
	return limited(indented.Bytes())
}

func limited(data []byte) ([]byte, error) {
	if len(data) > maxWrite {
		err := tools.BadArg("content", "has %d bytes; the most is %d, write several files", len(data), maxWrite)
		err.Code = tools.CodeTooLarge
		return nil, err
	}
	return data, nil
}

// tempPrefix marks a file that becomes another's content when it is complete.
const tempPrefix = ".mergit-write-"

// write replaces a file as a whole: a reader, or a crash, sees the old content or the new and nothing between.
func (t *Tool) write(ctx context.Context, v *view, args arguments) (any, error) {
	data, err := content(args)
	if err != nil {
		return nil, err
	}
	p, err := v.toWrite(args.Path, true)
	if err != nil {
		return nil, err
	}
	mode := fs.FileMode(0o644)
	switch info, err := p.root.Stat(p.rel); {
	case err == nil && info.IsDir():
		return nil, tools.BadArg("path", "%s is a folder; name a file", p.shown)
	case err == nil && info.Mode().IsRegular():
		mode = info.Mode().Perm()
	}
	parent := path.Dir(p.rel)
	if err := p.root.MkdirAll(parent, 0o755); err != nil {
		return nil, v.explainWrite(err, p.shown)
	}
	temp := path.Join(parent, tempName(v.call, p.rel))
	if err := fill(ctx, p.root, temp, data, mode); err != nil {
		_ = p.root.Remove(temp)
		return nil, v.explainWrite(err, p.shown)
	}
	if err := p.root.Rename(temp, p.rel); err != nil {
		_ = p.root.Remove(temp)
		return nil, v.explainWrite(err, p.shown)
	}
	if err := syncFolder(p.root, parent); err != nil {
		failed := tools.Wrap(ctx, err, "write "+p.shown)
		failed.InDoubt = true
		return nil, failed
	}
	return describe(p.shown, data), nil
}

func describe(shown string, data []byte) written {
	digest := sha256.Sum256(data)
	return written{shown, int64(len(data)), hex.EncodeToString(digest[:])}
}

// tempName is the same for every attempt at one call, so that what a killed attempt left is used again and not piled up.
func tempName(call tools.Call, rel string) string {
	if call.IdempotencyKey == "" {
		return tempPrefix + rand.Text()
	}
	digest := sha256.Sum256([]byte(call.IdempotencyKey + "\x00" + rel))
	return tempPrefix + hex.EncodeToString(digest[:12])
}

func fill(ctx context.Context, root *os.Root, name string, data []byte, mode fs.FileMode) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := io.Copy(file, stopping{ctx, bytes.NewReader(data)}); err != nil {
		return err
	}
	if err := file.Chmod(mode); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return file.Close()
}

func syncFolder(root *os.Root, name string) error {
	dir, err := root.Open(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := dir.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) { // some file systems cannot sync a folder
		return err
	}
	return nil
}

func (v *view) explainWrite(err error, shown string) error {
	switch {
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		return tools.BadArg("path", "%s: a file is where a folder is needed; choose another path", shown)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		failed := tools.Fail(tools.CodeUnavailable, "%s: the disk is full", shown)
		failed.Retryable, failed.Err = true, err
		return failed
	}
	return v.explain(err, shown)
}

// remove deletes a file, a symlink or an empty folder.
func (t *Tool) remove(ctx context.Context, v *view, args arguments) (any, error) {
	p, err := v.toWrite(args.Path, false)
	if err != nil {
		return nil, err
	}
	if err := p.root.Remove(p.rel); err != nil {
		if errors.Is(err, syscall.ENOTEMPTY) || errors.Is(err, fs.ErrExist) {
			return nil, tools.BadArg("path", "%s is a folder that is not empty; delete what is in it first", p.shown)
		}
		return nil, v.explain(err, p.shown)
	}
	if err := syncFolder(p.root, path.Dir(p.rel)); err != nil {
		failed := tools.Wrap(ctx, err, "delete "+p.shown)
		failed.InDoubt = true
		return nil, failed
	}
	return removed{p.shown, true}, nil
}

// Verify looks for the content that a write would leave, or for the absence that a delete would.
func (t *Tool) Verify(ctx context.Context, call tools.Call) (tools.Outcome, error) {
	ctx, cancel := tools.Within(ctx, t.Spec().Timeout)
	defer cancel()
	args, v, err := t.begin(ctx, call)
	if err != nil {
		return tools.Outcome{}, err
	}
	defer v.close()
	switch args.Op {
	case "write":
		return v.verifyWrite(ctx, args)
	case "delete":
		return v.verifyDelete(args)
	}
	return tools.Outcome{}, tools.BadArg("op", "%s changes nothing; run it again", args.Op)
}

func (v *view) verifyWrite(ctx context.Context, args arguments) (tools.Outcome, error) {
	data, err := content(args)
	if err != nil {
		return tools.Outcome{}, err
	}
	p, err := v.toWrite(args.Path, false)
	if err != nil {
		return absent(err, tools.Outcome{Known: true})
	}
	file, info, err := openRegular(p.root, p.rel)
	switch {
	case errors.Is(err, errIrregular):
		return tools.Outcome{Known: true}, nil
	case err != nil:
		return absent(v.explain(err, p.shown), tools.Outcome{Known: true})
	}
	defer file.Close()
	if info.Size() != int64(len(data)) {
		return tools.Outcome{Known: true}, nil
	}
	digest := sha256.New()
	if _, err := io.Copy(digest, stopping{ctx, file}); err != nil {
		return tools.Outcome{}, tools.Wrap(ctx, err, "look at "+p.shown)
	}
	want := describe(p.shown, data)
	if hex.EncodeToString(digest.Sum(nil)) != want.SHA256 {
		return tools.Outcome{Known: true}, nil
	}
	return happened(want)
}

func (v *view) verifyDelete(args arguments) (tools.Outcome, error) {
	p, err := v.toWrite(args.Path, false)
	if err == nil {
		if _, err = p.root.Lstat(p.rel); err == nil {
			return tools.Outcome{Known: true}, nil
		}
		err = v.explain(err, p.shown)
	}
	gone, _ := happened(removed{args.Path, true})
	return absent(err, gone)
}

// absent is what is found where nothing is; any other error means that looking failed.
func absent(err error, found tools.Outcome) (tools.Outcome, error) {
	if failed, ok := errors.AsType[*tools.Error](err); ok && failed.Code == tools.CodeNotFound {
		return found, nil
	}
	return tools.Outcome{}, err
}

func happened(value any) (tools.Outcome, error) {
	result, err := tools.Value(value)
	return tools.Outcome{Known: true, Happened: true, Result: result}, err
}
