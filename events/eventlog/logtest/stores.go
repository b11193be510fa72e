package logtest

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

const place = "event/field"

// opens reports whether one key opens what the other sealed.
func opens(sealed, opened *events.Key) bool {
	plain, err := opened.Open(place, sealed.Seal(place, []byte("secret")))
	return err == nil && string(plain) == "secret"
}

var keyPromises = []promise[eventlog.Keys]{
	{"a key that was never made is not there", func(t *testing.T, k eventlog.Keys) {
		if _, err := k.Key(t.Context(), uuid.NewString()); !errors.Is(err, eventlog.ErrNoKey) {
			t.Fatal(err)
		}
	}},
	{"a key is made once, whoever asks", func(t *testing.T, k eventlog.Keys) {
		id := uuid.NewString()
		first, err := k.Create(t.Context(), id)
		if err != nil || first.ID != id {
			t.Fatal(first, err)
		}
		for _, get := range []func() (*events.Key, error){
			func() (*events.Key, error) { return k.Create(t.Context(), id) },
			func() (*events.Key, error) { return k.Key(t.Context(), id) },
		} {
			again, err := get()
			if err != nil || again.ID != id || !opens(first, again) {
				t.Fatalf("another key: %v", err)
			}
		}
		other, err := k.Create(t.Context(), uuid.NewString())
		if err != nil || opens(first, other) {
			t.Fatalf("two goals share a key: %v", err)
		}
	}},
	{"makers that race get the same key", func(t *testing.T, k eventlog.Keys) {
		id := uuid.NewString()
		keys := make([]*events.Key, 8)
		var wg sync.WaitGroup
		for i := range keys {
			wg.Go(func() {
				var err error
				if keys[i], err = k.Create(t.Context(), id); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		for _, key := range keys {
			if key != nil && !opens(keys[0], key) {
				t.Fatal("two keys were made")
			}
		}
	}},
	{"a destroyed key is forgotten and never made again", func(t *testing.T, k eventlog.Keys) {
		made, never := uuid.NewString(), uuid.NewString()
		if _, err := k.Create(t.Context(), made); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{made, never, made, never} {
			if err := k.Destroy(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			if _, err := k.Key(t.Context(), id); !errors.Is(err, events.ErrForgotten) {
				t.Fatalf("key: %v", err)
			}
			if _, err := k.Create(t.Context(), id); !errors.Is(err, events.ErrForgotten) {
				t.Fatalf("create: %v", err)
			}
		}
	}},
	{"an ID that is no token is refused", func(t *testing.T, k eventlog.Keys) {
		for _, id := range []string{"", "a.b", "*", ">", "a b", strings.Repeat("x", 65)} {
			if _, err := k.Create(t.Context(), id); err == nil {
				t.Errorf("create %q", id)
			}
			if _, err := k.Key(t.Context(), id); err == nil {
				t.Errorf("key %q", id)
			}
			if err := k.Destroy(t.Context(), id); err == nil {
				t.Errorf("destroy %q", id)
			}
		}
	}},
}

var blobPromises = []promise[eventlog.Blobs]{
	{"a blob that was never stored is not there", func(t *testing.T, b eventlog.Blobs) {
		if _, err := b.Get(t.Context(), events.Sum([]byte("never"))); !errors.Is(err, eventlog.ErrNoBlob) {
			t.Fatal(err)
		}
	}},
	{"a blob of any size comes back as it was", func(t *testing.T, b eventlog.Blobs) {
		for _, size := range []int{0, 1, 70_000, 128 << 10, 300_001, 3 << 20} {
			blob := bytes.Repeat([]byte("mergit!"), size/7+1)[:size]
			digest, err := b.Put(t.Context(), blob)
			if err != nil || digest != events.Sum(blob) {
				t.Fatalf("%d bytes: %s, %v", size, digest, err)
			}
			got, err := b.Get(t.Context(), digest)
			if err != nil || !bytes.Equal(got, blob) {
				t.Fatalf("%d bytes: %d come back, %v", size, len(got), err)
			}
		}
	}},
	{"storing a blob again, or by many at once, is a success", func(t *testing.T, b eventlog.Blobs) {
		blob := bytes.Repeat([]byte("again"), 100_000)
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				for range 2 {
					digest, err := b.Put(t.Context(), blob)
					if err != nil {
						t.Error(err)
						return
					}
					if got, err := b.Get(t.Context(), digest); err != nil || !bytes.Equal(got, blob) {
						t.Errorf("%d bytes, %v", len(got), err)
					}
				}
			})
		}
		wg.Wait()
	}},
	{"what a caller does to his bytes afterwards changes nothing", func(t *testing.T, b eventlog.Blobs) {
		blob := []byte("mine")
		digest, err := b.Put(t.Context(), blob)
		if err != nil {
			t.Fatal(err)
		}
		blob[0] = 'M'
		got, err := b.Get(t.Context(), digest)
		if err != nil {
			t.Fatal(err)
		}
		got[1] = 'I'
		if got, err := b.Get(t.Context(), digest); err != nil || string(got) != "mine" {
			t.Fatalf("%q, %v", got, err)
		}
	}},
}
