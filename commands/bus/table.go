package bus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

// table holds every command that can be sent. A new command is registered here
// and nowhere else.
var table = index(
	of[*commands.Goal, commands.SubmitGoal](),
	of[*commands.Goal, commands.PlanGoal](),
	of[*commands.Goal, commands.ReplanGoal](),
	of[*commands.Goal, commands.RetryGoal](),
	of[*commands.Goal, commands.RecordGoalModelCalls](),
	of[*commands.Goal, commands.EscalateGoal](),
	of[*commands.Goal, commands.CompleteGoal](),
	of[*commands.Goal, commands.FailGoal](),
	of[*commands.Goal, commands.CancelGoal](),
	of[*commands.Goal, commands.StartTask](),
	of[*commands.Goal, commands.CompleteTask](),
	of[*commands.Goal, commands.FailTask](),
	of[*commands.Goal, commands.RaiseInterrupt](),
	of[*commands.Goal, commands.ResolveInterrupt](),
	of[*commands.Goal, commands.ExpireInterrupt](),
	of[*commands.Goal, commands.PendProof](),
	of[*commands.Goal, commands.RetryProof](),
	of[*commands.Goal, commands.SubmitProof](),
	of[*commands.Goal, commands.ConfirmProof](),
	of[*commands.Goal, commands.ReorgProof](),
	of[*commands.Goal, commands.DeadLetterProof](),

	of[*commands.Run, commands.BeginCall](),
	of[*commands.Run, commands.EndCall](),
	of[*commands.Run, commands.RecordModelCall](),
	of[*commands.Run, commands.DoubtCall](),
	of[*commands.Run, commands.SettleCall](),

	of[*commands.Signer, commands.PrepareTx](),
	of[*commands.Signer, commands.ReplaceTx](),
	of[*commands.Signer, commands.SettleTx](),
	of[*commands.Signer, commands.AbandonTx](),

	of[*commands.Agent, commands.RegisterAgent](),
	of[*commands.Agent, commands.ChangeCapabilities](),
	of[*commands.Agent, commands.RevokeAgent](),
	of[*commands.Agent, commands.SeePassport](),
	of[*commands.Agent, commands.UpdateReputation](),
	of[*commands.Agent, commands.SeeReputation](),
	of[*commands.Agent, commands.SeeBadge](),
	of[*commands.Agent, commands.DeactivateAgent](),
	of[*commands.Agent, commands.ActivateAgent](),

	of[*commands.Contract, commands.ObserveLogs](),
	of[*commands.Contract, commands.RemoveLogs](),
	of[*commands.Agent, commands.SeeStake](),
	of[*commands.Agent, commands.UnseeStake](),
	of[*commands.Agent, commands.SeeChallenge](),
	of[*commands.Agent, commands.SeeAnswer](),
	of[*commands.Agent, commands.SeeJudgement](),
	of[*commands.Agent, commands.SeeEscrow](),
	of[*commands.Agent, commands.SeeEscrowProof](),
	of[*commands.Agent, commands.SeeRelease](),
	of[*commands.Agent, commands.SeeRefund](),

	of[*commands.Audit, commands.SignCheckpoint](),
	of[*commands.Audit, commands.SeeAnchor](),

	of[*commands.Repository, commands.ReceiveWebhook](),
	of[*commands.Repository, commands.OpenPull](),
	of[*commands.Repository, commands.MergePull](),
	of[*commands.Repository, commands.ClosePull](),
	of[*commands.Repository, commands.RollBack](),
	of[*commands.Repository, commands.FlagChange](),
)

// entry is what the bus knows about one command.
type entry struct {
	name, family string
	decode       func(json.RawMessage) (commands.Named, error)
}

// subject is where servers listen for the command.
func (e entry) subject() string { return Prefix + e.family + "." + e.name }

// queue is the queue group of its family.
func (e entry) queue() string { return "commands-" + e.family }

// endpoint is its name in listings of services, where dots are not allowed.
func (e entry) endpoint() string { return strings.ReplaceAll(e.name, ".", "_") }

// of describes a command; that it fits its aggregate is checked by the compiler.
func of[S commands.Aggregate, C commands.Command[S]]() entry {
	var zero C
	return entry{name: zero.Name(), family: zero.Stream().Family, decode: func(text json.RawMessage) (commands.Named, error) {
		var c C
		err := strict(text, &c)
		return c, err
	}}
}

func index(entries ...entry) map[string]entry {
	byName := make(map[string]entry, len(entries))
	for _, e := range entries {
		if _, twice := byName[e.name]; twice {
			panic("bus: " + e.name + " is in the table twice: remove one")
		}
		byName[e.name] = e
	}
	return byName
}

// message is a command on its way to a server.
type message struct {
	Request commands.Request `json:"request"`
	Command json.RawMessage  `json:"command"`
}

// encode writes a command.
func encode(req commands.Request, c commands.Named) ([]byte, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return nil, invalid("COMMAND_INVALID", "%s: %v", c.Name(), err)
	}
	text, err := json.Marshal(message{Request: req, Command: body})
	if err != nil {
		return nil, invalid("COMMAND_INVALID", "%s: %v", c.Name(), err)
	}
	return text, nil
}

// decode reads a command and refuses what it does not understand completely: a
// field that is ignored today would be a wish that was silently not fulfilled.
func (e entry) decodeMessage(text []byte, limit int) (commands.Request, commands.Named, error) {
	fail := func(err error) (commands.Request, commands.Named, error) {
		return commands.Request{}, nil, invalid("COMMAND_INVALID", "%s: %v", e.name, err)
	}
	switch {
	case len(text) > limit:
		return commands.Request{}, nil, invalid("COMMAND_TOO_LARGE", "%s: has %d bytes, at most %d are allowed", e.name, len(text), limit)
	case !utf8.Valid(text):
		return fail(errors.New("not valid UTF-8"))
	}
	if _, err := events.Canonical(text); err != nil { // also finds members that appear twice
		return fail(err)
	}
	var m message
	if err := strict(text, &m); err != nil {
		return fail(err)
	}
	if trimmed := bytes.TrimSpace(m.Command); len(trimmed) == 0 || trimmed[0] != '{' {
		return fail(errors.New("command: want an object"))
	}
	c, err := e.decode(m.Command)
	if err != nil {
		return fail(err)
	}
	return m.Request, c, nil
}

// strict decodes exactly one JSON value without unknown members.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON value")
	}
	return nil
}

func invalid(code, format string, args ...any) error {
	return &commands.Refusal{Sort: commands.Invalid, Code: code, Message: fmt.Sprintf(format, args...)}
}
