// Package wallet holds a key that signs transactions, encrypted in a go-ethereum keystore file.
//
// Neither errors nor logs of this package carry a key or a password.
package wallet

import (
	"crypto/ecdsa"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"
)

const (
	// KeyFile holds an embedded wallet's key below its folder, in the keystore format that geth and foundry read.
	KeyFile = "signer.json"
	// PasswordFile holds the password of KeyFile. It protects a copy of KeyFile alone, not of the folder.
	PasswordFile = "signer.password"
)

// Wallet is one key. It is safe for concurrent use.
type Wallet struct {
	address common.Address
	key     *ecdsa.PrivateKey
}

// Files are where a named key and its password are below a folder.
func Files(dir, name string) (key, password string) {
	return filepath.Join(dir, name+".json"), filepath.Join(dir, name+".password")
}

// Open returns the wallet of a folder that Mergit keeps for itself, and makes it if there is none: KeyFile and
// PasswordFile, both of mode 0600.
func Open(dir string) (*Wallet, error) { return Named(dir, "signer") }

// Named is Open where a folder holds several wallets: <name>.json and <name>.password.
func Named(dir, name string) (*Wallet, error) {
	w, err := open(dir, name)
	if err != nil {
		return nil, fmt.Errorf("open wallet %s in %s: %w", name, dir, err)
	}
	return w, nil
}

// Existing is Named, but makes no key: for folders that somebody else keeps.
func Existing(dir, name string) (*Wallet, error) {
	file, secret := Files(dir, name)
	password, err := ReadPassword(secret)
	if err != nil {
		return nil, fmt.Errorf("password of wallet %s: %w", name, err)
	}
	return Load(file, password)
}

func open(dir, name string) (*Wallet, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	file, secret := Files(dir, name)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		if err := create(file, secret); err != nil {
			return nil, err
		}
	}
	password, err := ReadPassword(secret)
	if err != nil {
		return nil, err
	}
	return Load(file, password)
}

// create makes a key. The password is stored first and the key file is whole or absent, so that a kill in between leaves
// nothing that cannot be opened.
func create(file, secret string) error {
	password, err := ReadPassword(secret)
	if errors.Is(err, fs.ErrNotExist) {
		password = rand.Text()
		err = writePrivate(secret, []byte(password+"\n"))
	}
	if err != nil {
		return err
	}
	private, err := crypto.GenerateKey()
	if err != nil {
		return err
	}
	return Store(file, private, password)
}

// Store writes a key to a keystore file of mode 0600, in place of what was there.
func Store(file string, private *ecdsa.PrivateKey, password string) error {
	id, err := uuid.NewRandom()
	if err != nil {
		return err
	}
	key := &keystore.Key{Id: id, Address: crypto.PubkeyToAddress(private.PublicKey), PrivateKey: private}
	text, err := keystore.EncryptKey(key, password, keystore.LightScryptN, keystore.LightScryptP)
	if err != nil {
		return fmt.Errorf("encrypt key of %s: %w", key.Address, err)
	}
	return writePrivate(file, text)
}

// Load opens a keystore file.
func Load(file, password string) (*Wallet, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	key, err := keystore.DecryptKey(text, password)
	if errors.Is(err, keystore.ErrDecrypt) {
		return nil, fmt.Errorf("%s: the password does not open it", file)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not a keystore file", file) // the cause may quote what stands there
	}
	return &Wallet{address: key.Address, key: key.PrivateKey}, nil
}

// ReadPassword reads a password file: its first line.
func ReadPassword(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	password, _, _ := strings.Cut(string(text), "\n")
	if password = strings.TrimSuffix(password, "\r"); password == "" {
		return "", fmt.Errorf("%s has no password in its first line", file)
	}
	return password, nil
}

// FromKey is the wallet of a key that is kept elsewhere.
func FromKey(private *ecdsa.PrivateKey) *Wallet {
	return &Wallet{address: crypto.PubkeyToAddress(private.PublicKey), key: private}
}

// Address is the account that signs.
func (w *Wallet) Address() common.Address { return w.address }

// Sign signs a transaction for one chain.
func (w *Wallet) Sign(tx *types.Transaction, chainID *big.Int) (*types.Transaction, error) {
	signed, err := types.SignTx(tx, types.LatestSignerForChainID(chainID), w.key)
	if err != nil {
		return nil, fmt.Errorf("sign transaction %d of %s: %w", tx.Nonce(), w.address, err)
	}
	return signed, nil
}

// String names the account, for whoever prints a wallet.
func (w *Wallet) String() string { return w.address.Hex() }

// GoString is String: %#v would print the key.
func (w *Wallet) GoString() string { return "wallet.Wallet(" + w.address.Hex() + ")" }

// LogValue is String for slog.
func (w *Wallet) LogValue() slog.Value { return slog.StringValue(w.String()) }

// writePrivate writes a file of mode 0600 whole or not at all.
func writePrivate(file string, content []byte) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(temp.Name()))
		}
	}()
	_, err = temp.Write(content)
	if err = errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), file)
}

// ParseAddress reads an account's address, 0x and 40 hex digits in any case.
func ParseAddress(text string) (common.Address, error) {
	digits, prefixed := strings.CutPrefix(text, "0x")
	raw, err := hex.DecodeString(digits)
	if err != nil || !prefixed || len(raw) != common.AddressLength {
		return common.Address{}, fmt.Errorf("address %q: want 0x and 40 hex digits", text)
	}
	return common.BytesToAddress(raw), nil
}
