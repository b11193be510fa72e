// Command bindgen writes Go bindings of the contracts: one file below contracts/bindings for each contract that forge
// has built from contracts/src. Run it in the repository's root, after forge build.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi/abigen"
)

func main() {
	if err := run("contracts"); err != nil {
		fmt.Fprintln(os.Stderr, "bindgen:", err)
		os.Exit(1)
	}
}

func run(contracts string) error {
	files, err := generate(contracts)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(contracts, "bindings", name)
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			return err
		}
		fmt.Println(path)
	}
	return nil
}

// artifact is what forge keeps of a built contract.
type artifact struct {
	ABI      json.RawMessage `json:"abi"`
	Bytecode struct {
		Object string `json:"object"`
	} `json:"bytecode"`
}

// deployable tells contracts from interfaces and from libraries that are compiled into their callers.
func (a artifact) deployable() bool {
	return a.Bytecode.Object != "0x" && string(a.ABI) != "[]"
}

// generate makes the bindings: file name → source. Each contract is in a file of its own name, so that forge's output of
// tests and of contracts that are no more is left aside.
func generate(contracts string) (map[string]string, error) {
	files := make(map[string]string)
	err := filepath.WalkDir(filepath.Join(contracts, "src"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".sol" {
			return err
		}
		name := strings.TrimSuffix(entry.Name(), ".sol")
		built, err := read(filepath.Join(contracts, "out", entry.Name(), name+".json"))
		if err != nil {
			return err
		}
		if !built.deployable() {
			return nil
		}
		source, err := abigen.BindV2([]string{name}, []string{string(built.ABI)}, []string{built.Bytecode.Object}, "bindings", nil, nil)
		if err != nil {
			return fmt.Errorf("bind %s: %w", name, err)
		}
		files[strings.ToLower(name)+".go"] = prefixOutputs(name, source)
		return nil
	})
	return files, err
}

var outputs = regexp.MustCompile(`(?m)^type (\w+Output) struct`)

// prefixOutputs puts the contract's name before the structs that hold several results. Alone among what is generated they
// are named by the function only, and contracts that share a base would declare them twice.
func prefixOutputs(contract, source string) string {
	for _, found := range outputs.FindAllStringSubmatch(source, -1) {
		if !strings.HasPrefix(found[1], contract) {
			source = regexp.MustCompile(`\b`+found[1]+`\b`).ReplaceAllString(source, contract+found[1])
		}
	}
	return source
}

func read(path string) (artifact, error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return artifact{}, fmt.Errorf("run forge build first: %w", err)
	}
	if err != nil {
		return artifact{}, err
	}
	var built artifact
	if err := json.Unmarshal(raw, &built); err != nil {
		return artifact{}, fmt.Errorf("%s: %w", path, err)
	}
	return built, nil
}
