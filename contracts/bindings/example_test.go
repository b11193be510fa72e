package bindings_test

import (
	"fmt"

	"github.com/mergit-io/mergit/contracts/bindings"
)

func ExampleProofOfWork() {
	proofs := bindings.NewProofOfWork()
	call := proofs.PackRecordBundle([32]byte{1}, [32]byte{2}, 3)
	fmt.Printf("%x, %d bytes\n", call[:4], len(call))
	// Output: c72038e1, 100 bytes
}
