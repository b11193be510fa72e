package jslog

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// BlobsConfig says where blobs are. Its zero value is useful.
type BlobsConfig struct {
	// Bucket is the object store. Defaults to BLOBS.
	Bucket string
	// Replicas of the store. Defaults to what it has, 1 for a new one.
	Replicas int
	// Patience is as in Config. Defaults to 30 seconds.
	Patience time.Duration
}

// chunkSize is how much of a blob stands in one message. Most blobs are a
// little over 64 KiB and fit one or two.
const chunkSize = 128 << 10

// Blobs is an eventlog.Blobs in the format of a NATS object store: other
// clients can read it. They must not write to it: the client library's Put
// replaces what is there and takes the old content away under its readers. All
// methods may be called at once.
type Blobs struct {
	bucket string
	store  store
}

var _ eventlog.Blobs = (*Blobs)(nil)

// OpenBlobs returns the blobs of an object store and makes it if there is none.
func OpenBlobs(ctx context.Context, nc *nats.Conn, c BlobsConfig) (*Blobs, error) {
	c.Bucket, c.Patience = cmp.Or(c.Bucket, "BLOBS"), cmp.Or(c.Patience, defaultPatience)
	s, err := openStore(ctx, nc, c.Patience, jetstream.StreamConfig{
		Name: "OBJ_" + c.Bucket, Subjects: []string{"$O." + c.Bucket + ".C.>", "$O." + c.Bucket + ".M.>"}, Replicas: c.Replicas,
		Description: "sealed content too large for an event, under its SHA-256",
		Storage:     jetstream.FileStorage, Discard: jetstream.DiscardNew, AllowRollup: true, AllowDirect: true,
	})
	if err != nil {
		return nil, fmt.Errorf("open blobs %s: %w", c.Bucket, err)
	}
	s.prefix = "$O." + c.Bucket + "."
	return &Blobs{bucket: c.Bucket, store: s}, nil
}

func metaName(d events.Digest) string {
	return "M." + base64.URLEncoding.EncodeToString([]byte(d.String()))
}

// info returns what is stored about a blob, and at which sequence.
func (b *Blobs) info(ctx context.Context, d events.Digest) (info jetstream.ObjectInfo, at uint64, err error) {
	m, err := b.store.last(ctx, metaName(d))
	if err != nil || m.sequence == 0 {
		return info, 0, err
	}
	if err := json.Unmarshal(m.data, &info); err != nil {
		return info, 0, fmt.Errorf("what is stored about it: %w", err)
	}
	return info, m.sequence, nil
}

// Put implements eventlog.Blobs. The content is stored before what refers to
// it, so that nobody finds half a blob; of two that store the same at once one
// takes its content back.
func (b *Blobs) Put(ctx context.Context, blob []byte) (events.Digest, error) {
	digest := events.Sum(blob)
	if err := b.put(ctx, digest, blob); err != nil {
		return digest, fmt.Errorf("store blob %s: %w", digest, err)
	}
	return digest, nil
}

func (b *Blobs) put(ctx context.Context, digest events.Digest, blob []byte) error {
	have, at, err := b.info(ctx, digest)
	if err != nil || at > 0 && !have.Deleted {
		return err
	}
	info := jetstream.ObjectInfo{
		ObjectMeta: jetstream.ObjectMeta{
			Name: digest.String(), Opts: &jetstream.ObjectMetaOptions{ChunkSize: chunkSize},
		},
		Bucket: b.bucket, NUID: nuid.Next(), Size: uint64(len(blob)),
		Digest: "SHA-256=" + base64.URLEncoding.EncodeToString(digest[:]),
	}
	for rest := blob; len(rest) > 0; info.Chunks++ {
		n := min(len(rest), chunkSize)
		if err := b.store.add(ctx, "C."+info.NUID, fmt.Sprintf("%s.%d", info.NUID, info.Chunks), rest[:n]); err != nil {
			return err
		}
		rest = rest[n:]
	}
	text, err := json.Marshal(info)
	if err != nil {
		return err
	}
	_, err = b.store.put(ctx, metaName(digest), text, at)
	if !errors.Is(err, errMoved) {
		return err
	}
	have, _, err = b.info(ctx, digest)
	if err != nil || have.NUID == info.NUID { // only the answer was lost
		return err
	}
	return b.store.purge(ctx, "C."+info.NUID)
}

// Get implements eventlog.Blobs.
func (b *Blobs) Get(ctx context.Context, digest events.Digest) ([]byte, error) {
	blob, err := b.read(ctx, digest)
	if err != nil {
		return nil, fmt.Errorf("blob %s: %w", digest, err)
	}
	if have := events.Sum(blob); have != digest {
		return nil, &eventlog.CorruptBlobError{Want: digest, Have: have}
	}
	return blob, nil
}

// read collects what is there; a chunk that is missing shows in the digest.
func (b *Blobs) read(ctx context.Context, digest events.Digest) ([]byte, error) {
	info, at, err := b.info(ctx, digest)
	if err != nil {
		return nil, err
	}
	if at == 0 || info.Deleted {
		return nil, eventlog.ErrNoBlob
	}
	var blob bytes.Buffer
	last := uint64(0)
	for range info.Chunks {
		m, err := absent(b.store.get.next(ctx, b.store.prefix+"C."+info.NUID, last))
		if err != nil {
			return nil, err
		}
		if m.sequence == 0 {
			break
		}
		last = m.sequence
		blob.Write(m.data)
	}
	return blob.Bytes(), nil
}
