package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"github.com/mergit-io/mergit/commands"
)

// Client sends commands to whichever server is there.
type Client struct {
	nc  *nats.Conn
	cfg ClientConfig
}

var _ commands.Dispatcher = (*Client)(nil)

// ClientConfig of a Client.
type ClientConfig struct {
	// Try is how long one answer is waited for before a repeatable command is
	// sent again. Defaults to 5 s.
	Try time.Duration
	// Total bounds all tries of a command whose context has no deadline.
	// Defaults to 30 s.
	Total time.Duration
	// Pause is the first wait between two tries; it doubles up to one second.
	// Defaults to 20 ms.
	Pause time.Duration
}

// NewClient makes a client over a connection.
func NewClient(nc *nats.Conn, cfg ClientConfig) *Client {
	if cfg.Try == 0 {
		cfg.Try = 5 * time.Second
	}
	if cfg.Total == 0 {
		cfg.Total = 30 * time.Second
	}
	if cfg.Pause == 0 {
		cfg.Pause = 20 * time.Millisecond
	}
	return &Client{nc: nc, cfg: cfg}
}

// Dispatch implements commands.Dispatcher. A command that no server took is sent
// again until the context ends. One whose answer was lost is sent again only if
// it is repeatable, because it may have been run; see commands.Repeatable.
func (c *Client) Dispatch(ctx context.Context, req commands.Request, cmd commands.Named) (commands.Answer, error) {
	e, ok := table[cmd.Name()]
	if !ok {
		return commands.Answer{}, invalid(commands.ErrUnknownCommand.Code, "command %q is not in the table of the bus", cmd.Name())
	}
	body, err := encode(req, cmd)
	if err != nil {
		return commands.Answer{}, err
	}
	if limit := c.nc.MaxPayload(); int64(len(body)) > limit {
		return commands.Answer{}, invalid("COMMAND_TOO_LARGE", "%s: has %d bytes, at most %d are allowed", e.name, len(body), limit)
	}
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.cfg.Total)
		defer cancel()
	}
	again := commands.Repeatable(req, cmd)
	for pause := c.cfg.Pause; ; pause = min(2*pause, time.Second) {
		answer, err := c.send(ctx, e, body)
		failed, ok := errors.AsType[*Error](err)
		if !ok || failed.Final || !failed.Undelivered && !again {
			return answer, err
		}
		if !sleep(ctx, pause) {
			return commands.Answer{}, err
		}
	}
}

// send asks once.
func (c *Client) send(ctx context.Context, e entry, body []byte) (commands.Answer, error) {
	fail := func(err error) (commands.Answer, error) {
		return commands.Answer{}, &Error{
			Command: e.name, Err: err,
			Undelivered: errors.Is(err, nats.ErrNoResponders),
			Final:       errors.Is(err, nats.ErrConnectionClosed),
		}
	}
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Try)
	defer cancel()
	ask := nats.NewMsg(e.subject())
	ask.Data = body
	if deadline, ok := ctx.Deadline(); ok {
		ask.Header.Set(patience, time.Until(deadline).String())
	}
	reply, err := c.nc.RequestMsgWithContext(ctx, ask)
	if err != nil {
		return fail(err)
	}
	var answer commands.Answer
	switch code := reply.Header.Get(micro.ErrorCodeHeader); code {
	case "":
		if err := json.Unmarshal(reply.Data, &answer); err != nil {
			return fail(fmt.Errorf("read the answer: %w", err))
		}
		return answer, nil
	case codeNotFound, codeConflict, codeInvalid:
		refusal := new(commands.Refusal)
		if err := json.Unmarshal(reply.Data, refusal); err != nil || refusal.Code == "" {
			return fail(fmt.Errorf("read a refusal: %q", reply.Data))
		}
		return answer, refusal
	default:
		said := trouble{Error: reply.Header.Get(micro.ErrorHeader)}
		_ = json.Unmarshal(reply.Data, &said) // the header says it too
		return answer, &Error{Command: e.name, Err: errors.New(said.Error), Final: code == codeFault, Undelivered: code == codeTrouble && said.Error == stopping}
	}
}

// sleep waits unless the context ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
