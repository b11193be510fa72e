package jslog_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/logtest"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

func TestKeysKeepThePromisesOfKeys(t *testing.T) {
	t.Parallel()
	nc := connect(t, serve(t, natsserver.Config{}))
	logtest.RunKeys(t, func(t *testing.T) eventlog.Keys {
		return openKeys(t, nc, jslog.KeysConfig{})
	})
}

func TestBlobsKeepThePromisesOfBlobs(t *testing.T) {
	t.Parallel()
	nc := connect(t, serve(t, natsserver.Config{}))
	logtest.RunBlobs(t, func(t *testing.T) eventlog.Blobs { return openBlobs(t, nc) })
}

func TestADestroyedKeyIsForgottenByOtherProcessesWithinASecond(t *testing.T) {
	t.Parallel()
	s := serve(t, natsserver.Config{})
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	one := openKeys(t, connect(t, s), jslog.KeysConfig{})
	two := openKeys(t, connect(t, s), jslog.KeysConfig{Now: func() time.Time { return now }})
	if _, err := one.Create(t.Context(), "goal"); err != nil {
		t.Fatal(err)
	}
	if _, err := two.Key(t.Context(), "goal"); err != nil {
		t.Fatal(err)
	}
	if err := one.Destroy(t.Context(), "goal"); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Second)
	if _, err := two.Key(t.Context(), "goal"); !errors.Is(err, events.ErrForgotten) {
		t.Fatal(err)
	}
}

func TestTheSecretOfADestroyedKeyIsNowhereInTheStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := serve(t, natsserver.Config{Dir: dir})
	nc := connect(t, server)
	secret := bytes.Repeat([]byte("Pq7!"), events.KeySize/4)
	keys := openKeys(t, nc, jslog.KeysConfig{Random: bytes.NewReader(bytes.Repeat(secret, 2))})
	for _, id := range []string{"kept", "goal"} {
		if _, err := keys.Create(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if n := occurrences(t, dir, secret); n != 2 {
		t.Fatalf("found %d secrets: the search is no good", n)
	}
	for _, id := range []string{"kept", "goal"} {
		if err := keys.Destroy(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if n := occurrences(t, dir, secret); n != 0 {
		t.Fatalf("the secret is still in the files, %d times", n)
	}
	if err := server.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := occurrences(t, dir, secret); n != 0 {
		t.Fatalf("the secret came back %d times", n)
	}
	keys = openKeys(t, connect(t, serve(t, natsserver.Config{Dir: dir})), jslog.KeysConfig{})
	if _, err := keys.Create(t.Context(), "goal"); !errors.Is(err, events.ErrForgotten) {
		t.Fatal(err)
	}
}

// occurrences counts bytes in all files below a folder.
func occurrences(t *testing.T, dir string, what []byte) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil //nolint:nilerr // files may go while the server runs
		}
		data, err := os.ReadFile(path)
		n += bytes.Count(data, what)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestACorruptBlobIsNotGivenOut(t *testing.T) {
	t.Parallel()
	nc := connect(t, serve(t, natsserver.Config{}))
	blobs := openBlobs(t, nc)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	bucket, err := js.ObjectStore(t.Context(), "BLOBS")
	if err != nil {
		t.Fatal(err)
	}
	want := events.Sum([]byte("true"))
	if _, err := bucket.PutBytes(t.Context(), want.String(), []byte("false")); err != nil {
		t.Fatal(err)
	}
	_, err = blobs.Get(t.Context(), want)
	corrupt, ok := errors.AsType[*eventlog.CorruptBlobError](err)
	if !ok || corrupt.Want != want || corrupt.Have != events.Sum([]byte("false")) {
		t.Fatal(err)
	}

	long := bytes.Repeat([]byte("0123456789"), 40_000)
	digest, err := blobs.Put(t.Context(), long)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "OBJ_BLOBS")
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.DeleteMsg(t.Context(), stream.CachedInfo().State.LastSeq-2); err != nil {
		t.Fatal(err)
	}
	if _, err = blobs.Get(t.Context(), digest); err == nil || errors.Is(err, eventlog.ErrNoBlob) {
		t.Fatal(err)
	}
}

func TestBlobsAreAnObjectStoreToOtherClients(t *testing.T) {
	t.Parallel()
	nc := connect(t, serve(t, natsserver.Config{}))
	blobs := openBlobs(t, nc)
	blob := bytes.Repeat([]byte("mergit"), 50_000)
	digest, err := blobs.Put(t.Context(), blob)
	if err != nil {
		t.Fatal(err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	bucket, err := js.ObjectStore(t.Context(), "BLOBS")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := bucket.GetBytes(t.Context(), digest.String()); err != nil || !bytes.Equal(got, blob) {
		t.Fatalf("%d bytes, %v", len(got), err)
	}
	if err := bucket.Delete(t.Context(), digest.String()); err != nil {
		t.Fatal(err)
	}
	if _, err := blobs.Get(t.Context(), digest); !errors.Is(err, eventlog.ErrNoBlob) {
		t.Fatal(err)
	}
	if _, err := blobs.Put(t.Context(), blob); err != nil { // swept, and needed again
		t.Fatal(err)
	}
	if got, err := blobs.Get(t.Context(), digest); err != nil || !bytes.Equal(got, blob) {
		t.Fatalf("%d bytes, %v", len(got), err)
	}
}

func TestStoresOpenTogetherAndAgain(t *testing.T) {
	t.Parallel()
	nc := connect(t, serve(t, natsserver.Config{}))
	for range 2 {
		s, err := jslog.OpenStores(t.Context(), nc, jslog.StoresConfig{Random: strings.NewReader(strings.Repeat("r", 64))})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Keys.Create(t.Context(), "goal"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Log.Head(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
