package github_test

import (
	"encoding/json"
	"fmt"

	"github.com/mergit-io/mergit/handlers/tools/github"
)

func ExamplePR_Approval() {
	args := json.RawMessage(`{"op": "publish", "repo": "mergit-io/mergit", "number": 13, "summary": "One new page"}`)
	fmt.Println("It needs approval because", new(github.PR).Approval(args).Reason+".")
	// Output: It needs approval because it puts pull request 13 of mergit-io/mergit before its reviewers: One new page.
}
