// Package jslog keeps an event log, keys and blobs in NATS JetStream.
package jslog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events/eventlog"
)

// Config says where a log is and how patient it is. Its zero value is useful.
type Config struct {
	// Stream that holds the records. Defaults to EVENTS.
	Stream string
	// Replicas of the stream. Defaults to what it has, 1 for a new one.
	Replicas int
	// Duplicates is how long the server itself remembers event IDs. The log
	// does not rest on it. Defaults to two minutes.
	Duplicates time.Duration
	// Patience is how long a call goes on trying when the server does not
	// answer and the context has no deadline. Defaults to 30 seconds, which
	// outlasts the election of a leader.
	Patience time.Duration
	// ShareSyncs lets concurrent appends share an atomic batch, and so the sync
	// to disk. It is worth it where the server syncs every write. Defaults to
	// one write for each append.
	ShareSyncs bool
	// Reader is a connection of the same kind, made with RawHeaders, that records
	// are read over where they are many: half as costly. Defaults to reading over
	// the one connection.
	Reader *nats.Conn
	// Written is told of each acknowledged write how many records it stored,
	// for metrics. May be nil.
	Written func(records int)
}

const (
	// defaultPatience outlasts the election of a leader.
	defaultPatience = 30 * time.Second
	// attemptTimeout bounds one request: an answer can be lost for good when a
	// leader changes, and asking again is safe.
	attemptTimeout = 3 * time.Second
	// maxBatches is how many atomic batches one log has in flight; the server
	// refuses more than 50 per stream, from all clients together.
	maxBatches = 16
	// maxBatch is how many records the server takes in one batch.
	maxBatch = 1000
)

// Metadata that is frozen with the stream.
const (
	metaSlots  = "mergit-slots"
	metaFormat = "mergit-log-format"
	// format is the version of headers, digest rule and subjects.
	format = "1"
)

// ForeignLogError says that a stream was made by a binary that computes other
// subjects, or was set up so that it can lose records.
type ForeignLogError struct {
	Stream, Setting, Want, Have string
}

func (e *ForeignLogError) Error() string {
	return fmt.Sprintf("stream %s has %s %q, this binary needs %q: it belongs to another version or was reconfigured",
		e.Stream, e.Setting, e.Have, e.Want)
}

// Log is an eventlog.Log on one stream. All methods may be called at once.
type Log struct {
	nc       *nats.Conn
	reader   *nats.Conn // may be nil
	js       jetstream.JetStream
	stream   string
	patience time.Duration
	get      getter
	batches  chan struct{}
	share    *sharer // nil: no sharing
	written  func(records int)
}

var _ eventlog.Log = (*Log)(nil)

// Open returns the log on a stream and makes the stream if there is none. It
// answers *ForeignLogError if the stream cannot be used.
func Open(ctx context.Context, nc *nats.Conn, c Config) (*Log, error) {
	c.Stream = cmp.Or(c.Stream, "EVENTS")
	c.Patience = cmp.Or(c.Patience, defaultPatience)
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("open log %s: %w", c.Stream, err)
	}
	info, err := ensure(ctx, js, c.Patience, c.config(), c.check)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) && !nc.IsConnected() {
			err = fmt.Errorf("no NATS server answers at %s: %w", hosts(nc), err)
		}
		return nil, fmt.Errorf("open log %s: %w", c.Stream, err)
	}
	l := &Log{
		nc: nc, reader: c.Reader, js: js, stream: c.Stream, patience: c.Patience, written: c.Written,
		get: newGetter(nc, c.Patience, info), batches: make(chan struct{}, maxBatches),
	}
	if c.ShareSyncs {
		l.share = newSharer(l)
	}
	return l, nil
}

// reading is the connection to read over, and whether it leaves headers unread.
func (l *Log) reading() (nc *nats.Conn, raw bool) {
	if l.reader == nil || !l.reader.IsConnected() {
		return l.nc, false
	}
	if _, err := l.reader.TLSConnectionState(); errors.Is(err, nats.ErrConnectionNotTLS) {
		return l.reader, !strings.HasPrefix(l.reader.ConnectedUrl(), "ws")
	}
	return l.nc, false
}

// hosts are where a connection looks for servers, without the credentials that their URLs may hold.
func hosts(nc *nats.Conn) string {
	var known []string
	for _, server := range nc.Servers() {
		if u, err := url.Parse(server); err == nil {
			known = append(known, u.Host)
		}
	}
	return strings.Join(known, ", ")
}

func (c Config) config() jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: c.Stream, Subjects: []string{eventlog.Prefix + ">"}, Replicas: c.Replicas, Duplicates: c.Duplicates,
		Description: "every event of Mergit, the source of truth",
		Storage:     jetstream.FileStorage, Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardNew,
		DenyDelete: true, DenyPurge: true, AllowDirect: true, AllowAtomicPublish: true,
		Metadata: map[string]string{metaSlots: strconv.Itoa(eventlog.Slots), metaFormat: format},
	}
}

// check compares what cannot differ. Limits would drop records; a counter or a
// rollup would rewrite them.
func (c Config) check(have jetstream.StreamConfig) error {
	differ := func(setting, want, got string) error {
		if want == got {
			return nil
		}
		return &ForeignLogError{Stream: have.Name, Setting: setting, Want: want, Have: got}
	}
	flag := func(setting string, want, got bool) error {
		return differ(setting, strconv.FormatBool(want), strconv.FormatBool(got))
	}
	none := func(setting string, got int64) error {
		if got <= 0 {
			return nil
		}
		return differ(setting, "none", strconv.FormatInt(got, 10))
	}
	for _, err := range []error{
		differ(metaSlots, strconv.Itoa(eventlog.Slots), have.Metadata[metaSlots]),
		differ(metaFormat, format, have.Metadata[metaFormat]),
		differ("subjects", fmt.Sprint([]string{eventlog.Prefix + ">"}), fmt.Sprint(have.Subjects)),
		differ("storage", jetstream.FileStorage.String(), have.Storage.String()),
		differ("retention", jetstream.LimitsPolicy.String(), have.Retention.String()),
		flag("deny_delete", true, have.DenyDelete), flag("deny_purge", true, have.DenyPurge),
		flag("allow_direct", true, have.AllowDirect), flag("allow_atomic", true, have.AllowAtomicPublish),
		flag("allow_rollup_hdrs", false, have.AllowRollup), flag("allow_msg_counter", false, have.AllowMsgCounter),
		flag("allow_msg_ttl", false, have.AllowMsgTTL),
		none("max_msgs", have.MaxMsgs), none("max_bytes", have.MaxBytes), none("max_age", int64(have.MaxAge)),
		none("max_msgs_per_subject", have.MaxMsgsPerSubject),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// ensure finds a stream and checks it, or makes it. It goes on trying while the
// servers have no leader.
func ensure(ctx context.Context, js jetstream.JetStream, patience time.Duration, want jetstream.StreamConfig,
	check func(have jetstream.StreamConfig) error,
) (info *jetstream.StreamInfo, err error) {
	err = persist(ctx, patience, func(ctx context.Context) error {
		stream, err := js.Stream(ctx, want.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			stream, err = js.CreateStream(ctx, want)
			if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // by another process, just now
				stream, err = js.Stream(ctx, want.Name)
			}
		}
		if err != nil {
			return err
		}
		info = stream.CachedInfo()
		have := info.Config
		if err := check(have); err != nil {
			return err
		}
		if want.Replicas == 0 || want.Replicas == have.Replicas {
			return nil
		}
		update := have
		update.Metadata = maps.Clone(have.Metadata)
		update.Replicas = want.Replicas
		stream, err = js.UpdateStream(ctx, update)
		if err == nil {
			info = stream.CachedInfo()
		}
		return err
	})
	return info, err
}
