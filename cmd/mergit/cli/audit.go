package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"

	"github.com/spf13/cobra"
)

func (a *app) goalAuditCommand() *cobra.Command {
	var to string
	c := &cobra.Command{
		Use: "audit GOAL", Short: "Copy a goal's part of the log, for mergit verify goal --log", Args: oneArg,
		Long: `Copy a goal's part of the log, one record a line, exactly as it is stored.
"mergit verify goal GOAL --log FILE" checks the copy.`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if a.json && to == "" {
				return usage("--json needs -o FILE here: without it the records, which are JSON lines, are the output; leave --json out to have them alone")
			}
			server, id, err := a.goal(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			r, err := server.request(cmd.Context(), http.MethodGet, "/goals/"+url.PathEscape(id)+"/audit", nil)
			if err != nil {
				return err
			}
			response, err := server.do(r)
			if err != nil {
				return explain(err)
			}
			defer response.Body.Close()
			if to == "" {
				_, err = io.Copy(a.out, response.Body)
				return err
			}
			lines, err := writeLines(to, response.Body)
			if err != nil {
				return fmt.Errorf("%w; what is in %s is not all of it", err, to)
			}
			if a.json {
				return a.line(map[string]any{"goal": id, "file": to, "records": lines})
			}
			fmt.Fprintf(a.err, "%s in %s; check them with: %s\n", count(lines, "record"), to, a.target.command("verify goal "+id+" --log "+shellQuoted(to)))
			return nil
		},
	}
	c.Flags().StringVarP(&to, "output", "o", "", "file to write (default: standard output)")
	return c
}

// writeLines writes a file and counts its lines.
func writeLines(path string, from io.Reader) (lines int, err error) {
	file, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer func() {
		if closing := file.Close(); err == nil {
			err = closing
		}
	}()
	counted := lineCounter{to: file}
	_, err = io.Copy(&counted, from)
	return counted.lines, err
}

type lineCounter struct {
	to    io.Writer
	lines int
}

func (c *lineCounter) Write(p []byte) (int, error) {
	c.lines += bytes.Count(p, []byte{'\n'})
	return c.to.Write(p)
}
