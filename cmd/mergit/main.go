// Command mergit runs AI-agent goals as task graphs whose every step is an
// immutable event, and proves them.
package main

import (
	"os"

	"github.com/mergit-io/mergit/cmd/mergit/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
