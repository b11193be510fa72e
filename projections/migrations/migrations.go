// Package migrations holds the SQL that makes the control tables of the
// projections. A file is never changed once it was released; add the next one.
package migrations

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
)

//go:embed *.sql
var files embed.FS

// Migration is one step.
type Migration struct {
	Number int // counted from 1, without gaps
	Name   string
	SQL    string
}

// All lists the steps in order.
func All() ([]Migration, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	steps := make([]Migration, 0, len(names))
	for i, name := range names { // sorted by name
		var number int
		if _, err := fmt.Sscanf(name, "%04d_", &number); err != nil || number != i+1 {
			return nil, fmt.Errorf("migration %s: want number %04d", name, i+1)
		}
		sql, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		steps = append(steps, Migration{number, path.Base(name), string(sql)})
	}
	return steps, nil
}
