package cli

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/cmd/mergit/node"
	"github.com/mergit-io/mergit/handlers/model/sentence/onnx"
)

// embedCommand runs a sentence model for the process that started this one.
func (a *app) embedCommand() *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use: node.SentenceCommand, Short: "Make vectors of sentences for another process", Args: noArgs, Hidden: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// The runtime prints what it was told, and a.out is for frames alone.
			os.Stdout = os.Stderr
			return onnx.Serve(cmd.Context(), dir, a.in, a.out)
		},
	}
	c.Flags().StringVar(&dir, "model", "", "folder of the model")
	return c
}
