package work

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	timerStream = "TIMERS"
	timerPrefix = "mergit.timers."
)

// Timer wakes one goal.
type Timer struct {
	Workspace string    `json:"workspace"`
	Goal      string    `json:"goal"`
	Name      string    `json:"name"` // what it is for: one timer of a name for a goal
	At        time.Time `json:"at"`
}

// Set arms a timer, replacing an earlier one of its name. The server strips
// expectations from scheduled messages, so what it fires is a nudge: whoever is
// woken looks at the log for what is due.
func (q *Queue) Set(ctx context.Context, t Timer) error {
	body, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("set timer %s of %s: %w", t.Name, t.Goal, err)
	}
	// The client's own option cuts to whole seconds, which fires early.
	msg := &nats.Msg{Subject: timerPrefix + "at." + t.Goal + "." + t.Name, Data: body, Header: nats.Header{
		"Nats-Schedule":        {"@at " + t.At.UTC().Format(time.RFC3339Nano)},
		"Nats-Schedule-Target": {timerPrefix + "fired." + t.Goal + "." + t.Name},
	}}
	if err := q.publish(ctx, msg); err != nil {
		return fmt.Errorf("set timer %s of %s: %w", t.Name, t.Goal, err)
	}
	return nil
}

// Fired yields timers that went off until the context ends. wake must be
// idempotent; an error has the timer fire again.
func (q *Queue) Fired(ctx context.Context, wake func(context.Context, Timer) error) error {
	q.consume(ctx, timerStream, jetstream.ConsumerConfig{
		Durable: "timers", FilterSubject: timerPrefix + "fired.>", AckWait: 30 * time.Second,
	}, 256, func(msg jetstream.Msg) {
		var t Timer
		if json.Unmarshal(msg.Data(), &t) != nil {
			_ = msg.Term()
			return
		}
		if err := wake(ctx, t); err != nil {
			_ = msg.NakWithDelay(time.Second)
			return
		}
		_ = msg.Ack()
	})
	return ctx.Err()
}
