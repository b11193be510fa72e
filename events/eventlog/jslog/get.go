package jslog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// getter reads single messages of a stream.
type getter struct {
	nc       *nats.Conn
	patience time.Duration
	// replicated streams are read through their leader where a stale answer
	// would mislead: any replica answers a direct get. All of a cluster count as
	// such, because they can be given replicas at any time.
	replicated           bool
	directGet, leaderGet string // subjects of the server's API
}

func newGetter(nc *nats.Conn, patience time.Duration, i *jetstream.StreamInfo) getter {
	return getter{
		nc: nc, patience: patience, replicated: i.Config.Replicas > 1 || i.Cluster != nil && i.Cluster.Name != "",
		directGet: "$JS.API.DIRECT.GET." + i.Config.Name, leaderGet: "$JS.API.STREAM.MSG.GET." + i.Config.Name,
	}
}

// stored is a message in a stream.
type stored struct {
	sequence uint64
	subject  string
	header   nats.Header
	data     []byte
}

// errNothing says that there is no such message.
var errNothing = errors.New("no such message")

// at gets the message at a sequence, which never changes once it is there.
func (g *getter) at(ctx context.Context, sequence uint64) (stored, error) {
	request := append(make([]byte, 0, 32), `{"seq":`...)
	request = append(strconv.AppendUint(request, sequence, 10), '}')
	m, err := g.get(ctx, g.directGet, request, direct)
	if errors.Is(err, errNothing) && g.replicated { // a replica may lag
		return g.get(ctx, g.leaderGet, request, viaLeader)
	}
	return m, err
}

// last gets the newest message on a subject or filter.
func (g *getter) last(ctx context.Context, filter string) (stored, error) {
	return g.fresh(ctx, []byte(`{"last_by_subj":"`+filter+`"}`))
}

// next gets the first message on a subject or filter after a sequence.
func (g *getter) next(ctx context.Context, filter string, after uint64) (stored, error) {
	return g.fresh(ctx, []byte(`{"seq":`+strconv.FormatUint(after+1, 10)+`,"next_by_subj":"`+filter+`"}`))
}

// fresh gets a message from who knows the latest.
func (g *getter) fresh(ctx context.Context, request []byte) (stored, error) {
	if g.replicated {
		return g.get(ctx, g.leaderGet, request, viaLeader)
	}
	return g.get(ctx, g.directGet, request, direct)
}

func (g *getter) get(ctx context.Context, subject string, request []byte, parse func(*nats.Msg) (stored, error)) (m stored, err error) {
	err = persist(ctx, g.patience, func(ctx context.Context) error {
		answer, err := g.nc.RequestWithContext(ctx, subject, request)
		if err != nil {
			return err
		}
		m, err = parse(answer)
		return err
	})
	return m, err
}

// direct reads the answer to a direct get. The server adds its headers behind
// those of the message, which may hold anything: the last one counts, and a
// status only where there is no message.
func direct(msg *nats.Msg) (stored, error) {
	added := func(name string) string {
		if v := msg.Header[name]; len(v) > 0 {
			return v[len(v)-1]
		}
		return ""
	}
	if at := added(jetstream.SequenceHeader); at != "" {
		sequence, err := strconv.ParseUint(at, 10, 64)
		return stored{sequence, added(jetstream.SubjectHeader), msg.Header, msg.Data}, err
	}
	if status := added("Status"); status != "404" {
		return stored{}, fmt.Errorf("direct get: %s %s", status, added("Description"))
	}
	return stored{}, errNothing
}

// viaLeader reads the answer to a get from the stream's leader.
func viaLeader(msg *nats.Msg) (stored, error) {
	var a struct {
		Error   *jetstream.APIError `json:"error"`
		Message struct {
			Subject  string `json:"subject"`
			Sequence uint64 `json:"seq"`
			Header   []byte `json:"hdrs"`
			Data     []byte `json:"data"`
		} `json:"message"`
	}
	if err := json.Unmarshal(msg.Data, &a); err != nil {
		return stored{}, fmt.Errorf("get: %w", err)
	}
	switch {
	case a.Error == nil:
	case a.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return stored{}, errNothing
	default:
		return stored{}, a.Error
	}
	m := stored{sequence: a.Message.Sequence, subject: a.Message.Subject, data: a.Message.Data}
	if len(a.Message.Header) > 0 {
		var err error
		if m.header, err = nats.DecodeHeadersMsg(a.Message.Header); err != nil {
			return stored{}, fmt.Errorf("get: headers at sequence %d: %w", m.sequence, err)
		}
	}
	return m, nil
}

// record reads an event from a stored message.
func (m stored) record() (eventlog.Record, error) {
	h := header{all: m.header}
	return recordAt(m.sequence, m.subject, h.get, m.data)
}

func recordAt(sequence uint64, subject string, header func(name string) string, data []byte) (eventlog.Record, error) {
	r, err := eventlog.ParseRecord(events.Revision(sequence), subject, header, data)
	if err != nil {
		return r, err
	}
	if r.PreviousRevision == 0 && r.Ordinal > 1 && r.Revision > 1 {
		r.PreviousRevision = r.Revision - 1 // appended together
	}
	return r, nil
}

// recordOf reads what a get answered.
func recordOf(m stored, err error) (eventlog.Record, error) {
	if errors.Is(err, errNothing) {
		return eventlog.Record{}, eventlog.ErrNoRecord
	}
	if err != nil {
		return eventlog.Record{}, err
	}
	return m.record()
}

// At implements eventlog.Log.
func (l *Log) At(ctx context.Context, r events.Revision) (eventlog.Record, error) {
	if r == 0 {
		return eventlog.Record{}, eventlog.ErrNoRecord
	}
	return recordOf(l.get.at(ctx, uint64(r)))
}

// Head implements eventlog.Log.
func (l *Log) Head(ctx context.Context) (events.Revision, error) {
	last, err := l.get.last(ctx, ">")
	if errors.Is(err, errNothing) {
		// For ">" the server looks at the last sequence alone, where a log that
		// lost its end has nothing.
		last, err = l.get.last(ctx, eventlog.Prefix+">")
	}
	if errors.Is(err, errNothing) {
		return 0, nil
	}
	return events.Revision(last.sequence), err
}

// last returns a stream's newest record.
func (l *Log) last(ctx context.Context, s events.StreamID) (eventlog.Record, error) {
	return recordOf(l.get.last(ctx, eventlog.Filter(s)))
}
