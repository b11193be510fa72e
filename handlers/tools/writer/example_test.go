package writer_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/writer"
)

func Example() {
	result, err := writer.Tool{}.Run(context.Background(), tools.Call{Args: json.RawMessage(`{"op": "summarise", "sentences": 1,
		"from": {"path": "anvil.md", "content": "An anvil is a block of iron. Smiths shape iron on the anvil. It rained."}}`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	var out struct{ Markdown string }
	_ = json.Unmarshal(result.Value, &out)
	fmt.Print(out.Markdown)
	// Output:
	// - An anvil is a block of iron.
	//
	// Source: anvil.md
	//
	// *1 of 3 sentences, word for word; written by the extractive writer; no model was used.*
}
