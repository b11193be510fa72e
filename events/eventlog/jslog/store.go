package jslog

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// store is a stream used as a map from names to values.
type store struct {
	nc       *nats.Conn
	stream   jetstream.Stream
	prefix   string // of subjects
	patience time.Duration
	get      getter
}

// errMoved says that another value is stored than the one expected.
var errMoved = errors.New("another value is stored")

// openStore finds or makes a stream.
func openStore(ctx context.Context, nc *nats.Conn, patience time.Duration, c jetstream.StreamConfig) (store, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return store{}, err
	}
	check := func(have jetstream.StreamConfig) error {
		if !slices.Equal(have.Subjects, c.Subjects) || max(have.MaxMsgsPerSubject, 0) != c.MaxMsgsPerSubject ||
			have.DenyDelete != c.DenyDelete || !have.AllowDirect {
			return &ForeignLogError{Stream: c.Name, Setting: "setup", Want: "that of Mergit", Have: "another"}
		}
		return nil
	}
	info, err := ensure(ctx, js, patience, c, check)
	if err != nil {
		return store{}, err
	}
	s := store{nc: nc, patience: patience, get: newGetter(nc, patience, info)}
	err = persist(ctx, patience, func(ctx context.Context) (err error) {
		s.stream, err = js.Stream(ctx, c.Name)
		return err
	})
	return s, err
}

// last returns the newest value under a name, nothing if there is none.
func (s *store) last(ctx context.Context, name string) (stored, error) {
	return absent(s.get.last(ctx, s.prefix+name))
}

// first returns the oldest value under a name that is still there.
func (s *store) first(ctx context.Context, name string) (stored, error) {
	return absent(s.get.next(ctx, s.prefix+name, 0))
}

func absent(m stored, err error) (stored, error) {
	if errors.Is(err, errNothing) {
		return stored{}, nil
	}
	return m, err
}

// put stores a value if the newest one has the given sequence, 0 for none. If
// an answer is lost it may report errMoved about its own value.
func (s *store) put(ctx context.Context, name string, data []byte, after uint64) (sequence uint64, err error) {
	h := newHeaders()
	h.set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(after, 10))
	err = persist(ctx, s.patience, func(ctx context.Context) error {
		answer, err := s.nc.RequestMsgWithContext(ctx, &nats.Msg{Subject: s.prefix + name, Header: h.all, Data: data})
		if err != nil {
			return err
		}
		a, err := parseAck(answer.Data)
		sequence = a.Sequence
		if stale, _ := refusal(err); stale {
			return errMoved
		}
		return err
	})
	return sequence, err
}

// add stores one more value under a name, once for each ID.
func (s *store) add(ctx context.Context, name, id string, data []byte) error {
	h := newHeaders()
	h.set(nats.MsgIdHdr, id)
	return persist(ctx, s.patience, func(ctx context.Context) error {
		answer, err := s.nc.RequestMsgWithContext(ctx, &nats.Msg{Subject: s.prefix + name, Header: h.all, Data: data})
		if err != nil {
			return err
		}
		_, err = parseAck(answer.Data)
		return err
	})
}

// purge takes away all values under a name.
func (s *store) purge(ctx context.Context, name string) error {
	return persist(ctx, s.patience, func(ctx context.Context) error {
		return s.stream.Purge(ctx, jetstream.WithPurgeSubject(s.prefix+name))
	})
}

// erase overwrites a value on disk.
func (s *store) erase(ctx context.Context, sequence uint64) error {
	return persist(ctx, s.patience, func(ctx context.Context) error { return s.stream.SecureDeleteMsg(ctx, sequence) })
}
