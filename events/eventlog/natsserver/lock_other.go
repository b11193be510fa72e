//go:build !unix

package natsserver

import (
	"errors"
	"os"
)

var errLocked = errors.New("locked")

// lock does nothing where there is no flock.
func lock(*os.File) error { return nil }

func unlock(*os.File) {}
