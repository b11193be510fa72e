package work_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
	"github.com/mergit-io/mergit/handlers/secret"
	"github.com/mergit-io/mergit/handlers/secret/secrettest"
	"github.com/mergit-io/mergit/handlers/work"
)

func openSecrets(t *testing.T, server *natsserver.Server) *work.Secrets {
	t.Helper()
	nc, err := server.Connect("secrets")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	q, err := work.Open(t.Context(), nc, work.Config{})
	if err != nil {
		t.Fatal(err)
	}
	keys, err := jslog.OpenKeys(t.Context(), nc, jslog.KeysConfig{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := work.OpenSecrets(t.Context(), q, 1, keys)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	server, err := natsserver.Start(natsserver.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Shutdown(context.Background()) })
	secrettest.Run(t, func(t *testing.T) secret.Store { return openSecrets(t, server) })
}

func TestASecretIsInNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server, err := natsserver.Start(natsserver.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	s := openSecrets(t, server)
	const value = "correct horse battery staple"
	if err := s.Put(t.Context(), secret.Ref{Workspace: "main", Goal: "g1", Name: "pass"}, value); err != nil {
		t.Fatal(err)
	}
	if all, err := s.All(t.Context(), "main", "g1"); err != nil || all["pass"] != value {
		t.Fatalf("%d secrets, %v", len(all), err)
	}
	if err := server.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	files := 0
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files++
		if bytes.Contains(text, []byte(value)) {
			t.Errorf("it stands in %s", path)
		}
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files, %v", files, err)
	}
}
