package jslog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/mergit-io/mergit/events"
)

const (
	// pullBatch and pullBytes bound what waits here for a slow consumer. No
	// message is larger than pullBytes: it would never be delivered.
	pullBatch = 500
	pullBytes = 16 << 20
	// pullExpires is when the server gives up a request, pullBeat how often it
	// says meanwhile that it is there, and pullSilence how long it may not.
	pullExpires = 20 * time.Second
	pullBeat    = time.Second
	pullSilence = 2500 * time.Millisecond
	// pullRoom holds a batch and all the server can say about it.
	pullRoom = pullBatch + 64
	// consumerIdle is when the server forgets a consumer nobody pulls from.
	consumerIdle = 30 * time.Second
)

// errLost says that a consumer is gone, or something it sent is; another one
// must go on from the last record.
var errLost = errors.New("consumer was lost")

// puller reads the stream from one position through a consumer of its own. The
// client library's ordered consumer does not notice the loss of what came last:
// the idle heartbeats tell, and it does not look at them.
type puller struct {
	log       *Log
	nc        *nats.Conn
	raw       bool // it delivers headers unread
	header    header
	name      string
	pull      string // subject of requests
	inbox     string
	request   []byte
	sub       *nats.Subscription
	status    chan nats.Status
	msgs      chan *nats.Msg
	silence   *time.Timer
	reply     string // of the current request, what the server says about it goes there
	requests  int
	wanted    int    // of the current request
	delivered uint64 // by the consumer's own count
	beats     int    // heartbeats since the last message
}

// delivery is one message of a consumer, until the next one is waited for.
type delivery struct {
	subject  string // empty: a heartbeat
	header   *header
	data     []byte
	sequence uint64
	consumed uint64 // number of this delivery, by the consumer's own count
	pending  uint64 // what the consumer has after it
}

// open makes a consumer of what follows a revision.
func (l *Log) open(ctx context.Context, s selection, after events.Revision) (*puller, error) {
	c := jetstream.ConsumerConfig{
		Name: nuid.Next(), AckPolicy: jetstream.AckNonePolicy, FilterSubjects: s.filters,
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: uint64(after) + 1,
		MemoryStorage: true, Replicas: 1, InactiveThreshold: consumerIdle,
	}
	if _, err := l.js.CreateConsumer(ctx, l.stream, c); err != nil {
		return nil, err
	}
	nc, raw := l.reading()
	p := &puller{
		log: l, nc: nc, raw: raw, name: c.Name, pull: "$JS.API.CONSUMER.MSG.NEXT." + l.stream + "." + c.Name, inbox: nc.NewInbox(),
		request: fmt.Appendf(nil, `{"batch":%d,"max_bytes":%d,"expires":%d,"idle_heartbeat":%d}`,
			pullBatch, pullBytes, pullExpires, pullBeat),
		msgs: make(chan *nats.Msg, pullRoom), silence: time.NewTimer(pullSilence),
	}
	// What was on its way when the connection broke is lost.
	p.status = nc.StatusChanged(nats.CONNECTED)
	var err error
	if p.sub, err = nc.ChanSubscribe(p.inbox+".*", p.msgs); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// close gives the consumer back, without waiting: the server forgets it anyway.
func (p *puller) close() {
	p.silence.Stop()
	p.nc.RemoveStatusListener(p.status)
	if p.sub != nil {
		_ = p.sub.Unsubscribe()
	}
	_ = p.log.nc.PublishRequest("$JS.API.CONSUMER.DELETE."+p.log.stream+"."+p.name, p.log.nc.NewInbox(), nil)
}

// next waits for a message. A zero delivery is a heartbeat.
func (p *puller) next(ctx context.Context) (delivery, error) {
	for {
		if p.wanted == 0 {
			p.requests++
			p.reply = p.inbox + "." + strconv.Itoa(p.requests)
			if err := p.nc.PublishRequest(p.pull, p.reply, p.request); err != nil {
				return delivery{}, err
			}
			p.wanted = pullBatch
		}
		msg, err := p.receive(ctx)
		if err != nil {
			return delivery{}, err
		}
		data := msg.Data
		if p.raw {
			data, _ = p.header.open(msg) // of what is malformed there is nothing to be found
		} else {
			p.header = header{all: msg.Header}
		}
		if d, ok := deliveryOf(msg.Reply); ok {
			d.subject, d.header, d.data = msg.Subject, &p.header, data
			if d.consumed != p.delivered+1 {
				return delivery{}, fmt.Errorf("%w: message %d follows %d", errLost, d.consumed, p.delivered)
			}
			p.delivered++
			p.wanted--
			p.beats = 0
			return d, nil
		}
		if msg.Subject != p.reply { // about a request that is over
			continue
		}
		switch status := p.header.get(headerStatus); status {
		case "100":
			if last := p.header.get("Nats-Last-Consumer"); last != strconv.FormatUint(p.delivered, 10) {
				return delivery{}, fmt.Errorf("%w: it has sent %s, %d came", errLost, last, p.delivered)
			}
			p.beats++
			return delivery{}, nil
		case "404", "408":
			p.wanted = 0
		case "409":
			// The end of a request, not of the consumer.
			if text := strings.ToLower(p.header.get(headerDescription)); !strings.Contains(text, "maxbytes") &&
				!strings.Contains(text, "batch completed") {
				return delivery{}, fmt.Errorf("%w: %s", errLost, text)
			}
			p.wanted = 0
		default:
			return delivery{}, fmt.Errorf("%w: status %s", errLost, status)
		}
	}
}

func (p *puller) receive(ctx context.Context) (*nats.Msg, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var msg *nats.Msg
	ok := true
	select {
	case msg, ok = <-p.msgs:
	default:
		p.silence.Reset(pullSilence)
		select {
		case msg, ok = <-p.msgs:
		case <-p.status:
			return nil, fmt.Errorf("%w: reconnected", errLost)
		case <-p.silence.C:
			return nil, fmt.Errorf("%w: silent for %s", errLost, pullSilence)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if !ok || msg == nil {
		return nil, nats.ErrConnectionClosed
	}
	return msg, nil
}

// deliveryOf reads the reply subject of a message from a consumer:
// $JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>.<consumed>.<time>.<pending>,
// with domain and account before the stream in newer servers.
func deliveryOf(reply string) (delivery, bool) {
	if !strings.HasPrefix(reply, "$JS.ACK.") {
		return delivery{}, false
	}
	var tokens [12]string
	n := 0
	for t := range strings.SplitSeq(reply, ".") {
		if n == len(tokens) {
			break
		}
		tokens[n] = t
		n++
	}
	first := 5
	if n >= 11 {
		first = 7
	}
	sequence, err := strconv.ParseUint(tokens[first], 10, 64)
	consumed, errConsumed := strconv.ParseUint(tokens[first+1], 10, 64)
	pending, errPending := strconv.ParseUint(tokens[first+3], 10, 64)
	return delivery{sequence: sequence, consumed: consumed, pending: pending}, errors.Join(err, errConsumed, errPending) == nil
}
