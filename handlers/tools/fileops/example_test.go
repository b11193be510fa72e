package fileops_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/fileops"
)

func Example() {
	dir, err := os.MkdirTemp("", "goal")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	tool := new(fileops.Tool)
	for _, args := range []string{
		`{"op": "write", "path": "notes/a.md", "content": "# TODO: think\n"}`,
		`{"op": "search", "query": "TODO"}`,
		`{"op": "read", "path": "/etc/passwd"}`,
	} {
		result, err := tool.Run(context.Background(), tools.Call{Workspace: dir, Args: json.RawMessage(args)})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%.120s\n", result.Value)
	}
	// Output:
	// {"path":"notes/a.md","size":14,"sha256":"f7be12d64e1b945f1f021eb69fad075c740f04fe2ac2f0649f163855a92f47c8"}
	// {"path":".","query":"TODO","hits":[{"path":"notes/a.md","line":1,"column":3,"text":"# TODO: think"}],"total":1,"files":1
	// path: /etc/passwd is absolute; write a path in the workspace, or MOUNT/path
}
