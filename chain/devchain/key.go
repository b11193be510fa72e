package devchain

import (
	"crypto/ecdsa"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/crypto"
)

// keyFile holds the developer's key below Config.Dir: 64 hexadecimal digits, the form that go-ethereum and foundry read.
const keyFile = "dev.key"

// loadKey reads the developer's key or makes it. It makes none for a chain that is there already: the genesis block funds
// the old one.
func loadKey(dir, chain string) (*ecdsa.PrivateKey, error) {
	if dir == "" {
		return crypto.GenerateKey()
	}
	path := filepath.Join(dir, keyFile)
	key, err := crypto.LoadECDSA(path)
	if err == nil {
		return key, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if _, err := os.Stat(filepath.Join(chain, "chaindata")); err == nil {
		return nil, fmt.Errorf("%s is gone, and the chain is funded for it: restore it, or remove %s to begin anew", path, chain)
	}
	if key, err = crypto.GenerateKey(); err != nil {
		return nil, err
	}
	return key, writeKey(path, key)
}

// writeKey writes the whole key or nothing, so that a kill leaves no empty file behind.
func writeKey(path string, key *ecdsa.PrivateKey) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), keyFile+".*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	_, err = file.WriteString(hex.EncodeToString(crypto.FromECDSA(key)))
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
