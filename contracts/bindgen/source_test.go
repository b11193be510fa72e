package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/contracts/bindings"
)

// TestSourceForExplorersIsThatOfWhatIsDeployed compiles what tools/source hands to explorers: it must come to the code that
// the bindings deploy, or nobody could check what runs on a chain.
func TestSourceForExplorersIsThatOfWhatIsDeployed(t *testing.T) {
	t.Parallel()
	const contract, file = "AuditTrail", "src/audit/AuditTrail.sol"
	if _, err := os.Stat(filepath.Join("..", "out", contract+".sol", contract+".json")); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the contracts are not built: npm run build in contracts")
	}
	var said bytes.Buffer
	source := exec.CommandContext(t.Context(), "../tools/source", contract)
	source.Stderr = &said
	input, err := source.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &said)
	}
	if want := file + ":" + contract; !strings.Contains(said.String(), want) {
		t.Errorf("it says %q, without %s", &said, want)
	}
	compile := exec.CommandContext(t.Context(), "../tools/solc", "--standard-json")
	compile.Stdin = bytes.NewReader(input)
	output, err := compile.Output()
	if err != nil {
		t.Fatal(err)
	}
	var compiled struct {
		Contracts map[string]map[string]struct {
			EVM struct {
				Bytecode struct{ Object string }
			}
		}
	}
	if err := json.Unmarshal(output, &compiled); err != nil {
		t.Fatal(err)
	}
	if got := compiled.Contracts[file][contract].EVM.Bytecode.Object; got == "" || "0x"+got != bindings.AuditTrailMetaData.Bin {
		t.Errorf("%d digits of code that are not the bindings' %d", len(got), len(bindings.AuditTrailMetaData.Bin)-2)
	}
}
