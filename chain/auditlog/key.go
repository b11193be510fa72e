package auditlog

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"golang.org/x/mod/sumdb/note"

	"github.com/mergit-io/mergit/events"
)

// LastFile holds, in the key's folder, the newest checkpoint that was signed with the key.
const LastFile = "checkpoint"

const keyFile = "key.json" // mode 0600

// Key signs the checkpoints of one log, with Ed25519. It remembers the last one, so that it never vouches for two logs:
// one that lost its end, or was put in place of another, is noticed. Neither errors nor logs carry the private key.
type Key struct {
	dir      string
	signer   note.Signer
	verifier string
	replaces string
}

// keyText is the key file.
type keyText struct {
	Private  string `json:"private"` // as golang.org/x/mod/sumdb/note has it
	Public   string `json:"public"`
	Replaces string `json:"replaces,omitempty"` // the public key before, if this one was made to replace it
}

// originSize is how many random bytes make a log's name.
const originSize = 8

// OpenKey returns the key of a folder, and makes folder and key if there is none.
func OpenKey(dir string, random io.Reader) (*Key, error) {
	k, err := ReadKey(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		return k, err
	}
	id := make([]byte, originSize)
	if _, err := io.ReadFull(random, id); err != nil {
		return nil, fmt.Errorf("make the log's key: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the log's key: %w", err)
	}
	err = makeKey(dir, random, "mergit/log/"+hex.EncodeToString(id), "", os.Link)
	if err != nil && !errors.Is(err, fs.ErrExist) { // another process was first
		return nil, fmt.Errorf("make the log's key: %w", err)
	}
	return ReadKey(dir)
}

// RotateKey makes another key for the same log. Whoever signs next says that it replaces the one before, which is gone for
// good: checkpoints that it signed are still checked with its public key.
func RotateKey(dir string, random io.Reader) (*Key, error) {
	old, err := ReadKey(dir)
	if err != nil {
		return nil, err
	}
	if err := makeKey(dir, random, old.signer.Name(), old.verifier, os.Rename); err != nil {
		return nil, fmt.Errorf("replace the log's key: %w", err)
	}
	return ReadKey(dir)
}

// makeKey makes a key file, whole or not at all; put brings it into place.
func makeKey(dir string, random io.Reader, name, replaces string, put func(from, to string) error) error {
	private, public, err := note.GenerateKey(random, name)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(keyText{private, public, replaces}, "", "  ")
	if err != nil {
		return err
	}
	return write(dir, keyFile, append(text, '\n'), put)
}

// ReadKey returns the key of a folder. It answers fs.ErrNotExist if there is none.
func ReadKey(dir string) (*Key, error) {
	file := filepath.Join(dir, keyFile)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the log's key: %w", err)
	}
	damaged := fmt.Errorf("%s is not a log's key", file) // the cause may quote what stands there
	var k keyText
	if json.Unmarshal(text, &k) != nil {
		return nil, damaged
	}
	signer, err := note.NewSigner(k.Private)
	if err != nil {
		return nil, damaged
	}
	key := &Key{dir: dir, signer: signer, verifier: k.Public, replaces: k.Replaces}
	if _, err := key.sign(Checkpoint{}); err != nil { // which is refused if the two do not belong together
		return nil, fmt.Errorf("%s: its public key is not that of its private key", file)
	}
	return key, nil
}

// Public is the key that verifies: "<name>+<hash>+<key>", as C2SP signed-note has it.
func (k *Key) Public() string { return k.verifier }

// Replaces is the public key that this one was made to replace; empty if there is none.
func (k *Key) Replaces() string { return k.replaces }

// Origin is the log's name.
func (k *Key) Origin() string { return k.signer.Name() }

// String names the key, for whoever prints it.
func (k *Key) String() string { return k.verifier }

// GoString is String: %#v would print the private key.
func (k *Key) GoString() string { return "auditlog.Key(" + k.verifier + ")" }

// LogValue is String for slog.
func (k *Key) LogValue() slog.Value { return slog.StringValue(k.verifier) }

// Last is the newest checkpoint that was signed and may have been stored; false if there is none.
func (k *Key) Last() (Checkpoint, bool, error) {
	file := filepath.Join(k.dir, LastFile)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Checkpoint{}, false, nil
	}
	if err != nil {
		return Checkpoint{}, false, fmt.Errorf("the last checkpoint: %w", err)
	}
	c, err := Open(string(text), k.verifier)
	if err != nil && k.replaces != "" {
		c, err = Open(string(text), k.replaces)
	}
	if err != nil {
		return Checkpoint{}, false, fmt.Errorf("%s: %w", file, err)
	}
	return c, true, nil
}

// Sign signs a checkpoint of the log and remembers it, before anybody else can know of it.
func (k *Key) Sign(size uint64, root events.Digest) (signed string, err error) {
	if signed, err = k.sign(Checkpoint{Origin: k.Origin(), Size: size, Root: root}); err != nil {
		return "", err
	}
	if err := write(k.dir, LastFile, []byte(signed), os.Rename); err != nil {
		return "", fmt.Errorf("remember the checkpoint: %w", err)
	}
	return signed, nil
}

func (k *Key) sign(c Checkpoint) (string, error) {
	c.Origin = k.Origin()
	signed, err := note.Sign(&note.Note{Text: c.Text()}, k.signer)
	if err != nil {
		return "", fmt.Errorf("sign a checkpoint: %w", err)
	}
	_, err = Open(string(signed), k.verifier)
	return string(signed), err
}

// write writes a file of mode 0600 whole or not at all, and lasting.
func write(dir, name string, content []byte, put func(from, to string) error) (err error) {
	temp, err := os.CreateTemp(dir, "."+name+".*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }() // it is gone if it was renamed
	_, err = temp.Write(content)
	if err = errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	if err := put(temp.Name(), filepath.Join(dir, name)); err != nil {
		return err
	}
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
