package wallet_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/mergit-io/mergit/chain/wallet"
)

func TestWalletIsMadeOnceAndOpensAgain(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "wallet")
	first, err := wallet.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := wallet.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if first.Address() != again.Address() {
		t.Errorf("opened as %s, then as %s", first, again)
	}
	for _, name := range []string{wallet.KeyFile, wallet.PasswordFile} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v; want mode 0600", name, info, err)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("the folder holds %v, %v; want two files", files, err)
	}
}

func TestKillBetweenPasswordAndKeyLosesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, wallet.PasswordFile), []byte("half way\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	made, err := wallet.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := wallet.Load(filepath.Join(dir, wallet.KeyFile), "half way")
	if err != nil || again.Address() != made.Address() {
		t.Errorf("opened as %v, %v; want %s", again, err, made)
	}
}

func TestSignatureIsTheAccounts(t *testing.T) {
	t.Parallel()
	private, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	w, id := wallet.FromKey(private), big.NewInt(4242)
	tx, err := w.Sign(types.NewTx(&types.DynamicFeeTx{ChainID: id, Nonce: 7, Gas: 21000, To: &common.Address{1}}), id)
	if err != nil {
		t.Fatal(err)
	}
	if from, err := types.Sender(types.LatestSignerForChainID(id), tx); err != nil || from != w.Address() {
		t.Errorf("signed by %s, %v; want %s", from, err, w)
	}
	if _, err := w.Sign(tx, big.NewInt(1)); err == nil {
		t.Error("a transaction for another chain was signed")
	}
}

func TestNothingThatIsPrintedHoldsTheKey(t *testing.T) {
	t.Parallel()
	private, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "key.json")
	if err := wallet.Store(file, private, "open sesame"); err != nil {
		t.Fatal(err)
	}
	_, wrong := wallet.Load(file, "open barley")
	if wrong == nil {
		t.Fatal("opened with another password")
	}
	if err := os.WriteFile(file+".bad", []byte(hex.EncodeToString(crypto.FromECDSA(private))), 0o600); err != nil {
		t.Fatal(err)
	}
	_, malformed := wallet.Load(file+".bad", "open sesame")
	w := wallet.FromKey(private)
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("signing", slog.Any("wallet", w))
	text := fmt.Sprintf("%v %+v %#v %s %v %v %s", w, w, w, w, wrong, malformed, log.String())
	for _, secret := range []string{hex.EncodeToString(crypto.FromECDSA(private)), new(big.Int).SetBytes(crypto.FromECDSA(private)).String(), "sesame", "barley"} {
		if strings.Contains(text, secret) {
			t.Errorf("a secret is printed in %q", text)
		}
	}
}

func TestPasswordIsTheFirstLine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "password")
	for content, want := range map[string]string{"a b \n": "a b ", "x\r\ny\n": "x", "z": "z", "\n": "", "": ""} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := wallet.ReadPassword(file); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", content, got, err, want)
		}
	}
}

func TestAddressesAreReadInAnyCase(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"0x8004A818BFB912233c491871b3d84c89A494BD9e":   true,
		"0x8004a818bfb912233c491871b3d84c89a494bd9e":   true,
		"8004a818bfb912233c491871b3d84c89a494bd9e":     false,
		"0x8004a818bfb912233c491871b3d84c89a494bd":     false,
		"0x8004a818bfb912233c491871b3d84c89a494bd9e00": false,
		"0xg004a818bfb912233c491871b3d84c89a494bd9e":   false,
		"": false,
	} {
		if _, err := wallet.ParseAddress(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func ExampleWallet() {
	dir, err := os.MkdirTemp("", "wallet")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	w, err := wallet.Open(dir)
	if err != nil {
		panic(err)
	}
	id := big.NewInt(1337)
	tx, err := w.Sign(types.NewTx(&types.DynamicFeeTx{ChainID: id, Gas: 21000, To: &common.Address{1}}), id)
	fmt.Println(tx.Gas(), err)
	// Output: 21000 <nil>
}

func TestWalletsOfOneFolderHaveTheirNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := wallet.Existing(dir, "oracle"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a wallet that is not there: %v", err)
	}
	oracle, err := wallet.Named(dir, "oracle")
	if err != nil {
		t.Fatal(err)
	}
	minter, err := wallet.Named(dir, "minter")
	if err != nil {
		t.Fatal(err)
	}
	if oracle.Address() == minter.Address() {
		t.Error("two wallets have one key")
	}
	again, err := wallet.Existing(dir, "oracle")
	if err != nil || again.Address() != oracle.Address() {
		t.Errorf("opened again: %v, %v; want %s", again, err, oracle)
	}
	key, password := wallet.Files(dir, "oracle")
	for _, file := range []string{key, password} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", file, info, err)
		}
	}
	if err := os.Remove(password); err != nil {
		t.Fatal(err)
	}
	if _, err := wallet.Existing(dir, "oracle"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without its password: %v", err)
	}
	if _, err := os.Stat(password); err == nil {
		t.Error("a password was made up for a key that somebody else keeps")
	}
}
