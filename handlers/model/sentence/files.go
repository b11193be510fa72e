package sentence

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Names of the files of a model's folder, as sentence-transformers lays them out.
const (
	ModelFile     = "model.onnx"
	TokenizerFile = "tokenizer.json"
	// PoolingFile says how the vectors of words become one. Without it their mean.
	PoolingFile = "1_Pooling/config.json"
	// LengthFile says how many tokens the model reads. Without it the tokenizer's own limit.
	LengthFile = "sentence_bert_config.json"
)

// files are all that vectors depend on. Of places, the first that there is counts: exporters put the model in a folder of its own.
var files = []struct {
	name     string
	places   []string
	optional bool
	most     int64 // bytes
}{
	{ModelFile, []string{ModelFile, "onnx/" + ModelFile}, false, 1 << 31}, // protobuf knows none that are larger
	{TokenizerFile, []string{TokenizerFile}, false, 64 << 20},
	{PoolingFile, []string{PoolingFile}, true, 1 << 20},
	{LengthFile, []string{LengthFile}, true, 1 << 20},
}

// Files are a model's files, by name.
type Files struct {
	// Digest is of all of them: the first 128 bits of a SHA-256, in hex. Models of one digest make the same vectors.
	Digest string
	Bytes  map[string][]byte
	Size   int64 // of all, in bytes
}

// Read reads a model's folder.
func Read(dir string) (Files, error) { return read(dir, true) }

// Identify is Read that keeps nothing: files are as large as a disk allows.
func Identify(dir string) (Files, error) { return read(dir, false) }

func read(dir string, keep bool) (Files, error) {
	out := Files{Bytes: map[string][]byte{}}
	all := sha256.New()
	var missing []string
	for _, f := range files {
		var to io.Writer = io.Discard
		var kept bytes.Buffer
		if keep {
			to = &kept
		}
		size, sum, err := copyOf(dir, f.places, f.most, to)
		switch {
		case errors.Is(err, fs.ErrNotExist) && f.optional:
			continue
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, "no "+f.name)
			continue
		case err != nil:
			return Files{}, err
		}
		out.Bytes[f.name] = kept.Bytes()
		out.Size += size
		// Names are of these few and hold no zero byte, so no two sets of files are written alike.
		all.Write(append([]byte(f.name), 0))
		all.Write(binary.BigEndian.AppendUint64(nil, uint64(size)))
		all.Write(sum)
	}
	if missing != nil {
		return Files{}, fmt.Errorf("%s: there is %s", dir, strings.Join(missing, " and "))
	}
	out.Digest = hex.EncodeToString(all.Sum(nil)[:16])
	return out, nil
}

// copyOf copies the first file that there is, and hashes it on the way.
func copyOf(dir string, places []string, most int64, to io.Writer) (size int64, sum []byte, err error) {
	var f *os.File
	for _, place := range places {
		if f, err = os.Open(filepath.Join(dir, place)); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return 0, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, nil, err
	}
	if !info.Mode().IsRegular() {
		return 0, nil, fmt.Errorf("%s is no file", f.Name())
	}
	if kept, ok := to.(*bytes.Buffer); ok && info.Size() <= most {
		kept.Grow(int(info.Size()) + bytes.MinRead) // else it doubles on the way, and a model is large
	}
	h := sha256.New()
	// One byte more than there may be tells that there are too many.
	size, err = io.Copy(io.MultiWriter(to, h), io.LimitReader(f, most+1))
	if err == nil && size > most {
		err = fmt.Errorf("%s is larger than %d MiB", f.Name(), most>>20)
	}
	return size, h.Sum(nil), err
}
