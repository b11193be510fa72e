package bus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/bus"
	"github.com/mergit-io/mergit/events"
)

func TestCommandsOfEveryAggregateRunOnAServer(t *testing.T) {
	t.Parallel()
	ns, p := startNATS(t), new(place)
	serve(t, ns, p.set(), bus.Config{})
	client := bus.NewClient(connect(t, ns), bus.ClientConfig{})
	step := events.Step{Attempt: 1, Call: 1, Claim: "c1", Started: 1}
	for i, c := range []commands.Named{
		submit("g1"),
		commands.PlanGoal{GoalRef: goalNamed("g1"), Tasks: []events.PlannedTask{{ID: "a", Role: "coder", Tool: "x", Args: json.RawMessage(`{"n":9007199254740993}`)}}},
		commands.StartTask{GoalRef: goalNamed("g1"), Task: "a", Claim: "c1", Worker: "w"},
		commands.BeginCall{RunRef: commands.RunRef{Workspace: "main", Goal: "g1", Task: "a"}, First: true, Call: events.TaskToolCall{Step: step, Tool: "x", Effect: "write"}},
		commands.PrepareTx{SignerRef: commands.SignerRef{Workspace: "main", Signer: "1-0xabc"}, Tx: events.TxPrepared{Nonce: 1, Hash: "0x1"}},
	} {
		if answer := must(t, client, request(""), c); answer.Revision != events.Revision(i+1) || answer.Repeated {
			t.Errorf("%s answered %+v", c.Name(), answer)
		}
	}
	var args string
	err := p.set().Goals.View(t.Context(), goalNamed("g1").Stream(), true, func(g *commands.Goal, _ events.Revision) { args = string(g.Tasks[0].Args) })
	if err != nil || args != `{"n":9007199254740993}` {
		t.Errorf("arguments arrived as %s, %v", args, err)
	}
}

func TestARefusalArrivesAsItLeft(t *testing.T) {
	t.Parallel()
	ns, p := startNATS(t), new(place)
	serve(t, ns, p.set(), bus.Config{})
	client := bus.NewClient(connect(t, ns), bus.ClientConfig{})
	must(t, client, request("k1"), submit("g1"))
	for name, c := range map[string]struct {
		req     commands.Request
		command commands.Named
		want    *commands.Refusal
	}{
		"conflict":  {request("k2"), submit("g1"), commands.ErrGoalExists},
		"not found": {request("k2"), cancel("g2"), commands.ErrGoalNotFound},
		"invalid":   {request("k1"), cancel("g1"), commands.ErrRequestDiffers},
		"bad ID":    {request("k2"), cancel("*"), &commands.Refusal{Sort: commands.Invalid, Code: "INVALID_ID"}},
		"bad actor": {commands.Request{At: request("").At}, cancel("g1"), commands.ErrRequestInvalid},
		"multiline": {request("k2"), commands.SubmitGoal{GoalRef: goalNamed("g3"), Title: "x", Playbook: "p", Plan: json.RawMessage(`"\r\n"`)}, &commands.Refusal{Sort: commands.Invalid, Code: "GOAL_INVALID"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, here := p.set().Dispatch(t.Context(), c.req, c.command)
			_, there := client.Dispatch(within(t, 10*time.Second), c.req, c.command)
			r := refused(t, there, c.want)
			if local := refused(t, here, c.want); *r != *local || r.Sort != c.want.Sort {
				t.Errorf("there %+v, here %+v", r, local)
			}
		})
	}
}

func TestACommandTheBusDoesNotKnowIsRefused(t *testing.T) {
	t.Parallel()
	ns := startNATS(t)
	serve(t, ns, new(place).set(), bus.Config{})
	nc := connect(t, ns)
	_, err := bus.NewClient(nc, bus.ClientConfig{}).Dispatch(t.Context(), request("k"), stranger{})
	refused(t, err, commands.ErrUnknownCommand)
	if _, err := nc.Request(bus.Prefix+"goal.goal.unknown", []byte("{}"), 5*time.Second); !errors.Is(err, nats.ErrNoResponders) {
		t.Errorf("answered %v", err)
	}
}

type stranger struct{ commands.GoalRef }

func (stranger) Name() string { return "goal.unknown" }

func TestWhatIsNotUnderstoodCompletelyIsRefused(t *testing.T) {
	t.Parallel()
	ns, p := startNATS(t), new(place)
	serve(t, ns, p.set(), bus.Config{MaxBytes: 1000})
	nc := connect(t, ns)
	good := `{"request":{"at":"2026-01-01T00:00:00Z","actor":"user:ada"},"command":{"workspace":"main","goal":"g1","title":"x"}}`
	for name, c := range map[string]struct{ payload, code string }{
		"empty":              {"", "COMMAND_INVALID"},
		"no JSON":            {"{", "COMMAND_INVALID"},
		"no object":          {"[]", "COMMAND_INVALID"},
		"null":               {"null", "COMMAND_INVALID"},
		"no command":         {`{"request":{"at":"2026-01-01T00:00:00Z","actor":"user:ada"}}`, "COMMAND_INVALID"},
		"command null":       {`{"request":{},"command":null}`, "COMMAND_INVALID"},
		"two values":         {good + good, "COMMAND_INVALID"},
		"unknown member":     {strings.Replace(good, `"title"`, `"titel":"y","title"`, 1), "COMMAND_INVALID"},
		"unknown in request": {strings.Replace(good, `"actor"`, `"admin":true,"actor"`, 1), "COMMAND_INVALID"},
		"member twice":       {strings.Replace(good, `"title"`, `"title":"y","title"`, 1), "COMMAND_INVALID"},
		"wrong type":         {strings.Replace(good, `"x"`, `7`, 1), "COMMAND_INVALID"},
		"not UTF-8":          {strings.Replace(good, `"x"`, "\"\xff\"", 1), "COMMAND_INVALID"},
		"too large":          {strings.Replace(good, `"x"`, `"`+strings.Repeat("x", 1000)+`"`, 1), "COMMAND_TOO_LARGE"},
		"no time":            {strings.Replace(good, `"at":"2026-01-01T00:00:00Z",`, "", 1), "REQUEST_INVALID"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reply, err := nc.Request(bus.Prefix+"goal.goal.submit", []byte(c.payload), 10*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			var r commands.Refusal
			if err := json.Unmarshal(reply.Data, &r); err != nil || r.Code != c.code || r.Sort != commands.Invalid {
				t.Errorf("answered %s, %v", reply.Data, err)
			}
			if code, text := reply.Header.Get(micro.ErrorCodeHeader), reply.Header.Get(micro.ErrorHeader); code != "422" || text != c.code {
				t.Errorf("headers say %s %s", code, text)
			}
		})
	}
	t.Run("but the good one is taken", func(t *testing.T) {
		reply, err := nc.Request(bus.Prefix+"goal.goal.submit", []byte(good), 10*time.Second)
		if err != nil || string(reply.Data) != `{"revision":1}` {
			t.Errorf("answered %v, %v", reply, err)
		}
	})
}

func TestAClientRefusesWhatNATSWouldNotCarry(t *testing.T) {
	t.Parallel()
	ns := startNATS(t)
	client := bus.NewClient(connect(t, ns), bus.ClientConfig{})
	big := submit("g1")
	big.Plan = json.RawMessage(`"` + strings.Repeat("x", 2<<20) + `"`)
	_, err := client.Dispatch(t.Context(), request("k"), big)
	refused(t, err, &commands.Refusal{Code: "COMMAND_TOO_LARGE"})
	big.Plan = json.RawMessage(`{`)
	_, err = client.Dispatch(t.Context(), request("k"), big)
	refused(t, err, &commands.Refusal{Code: "COMMAND_INVALID"})
}

func TestARepeatedCommandIsAnsweredAfterAServerWasReplaced(t *testing.T) {
	t.Parallel()
	ns, p := startNATS(t), new(place)
	client := bus.NewClient(connect(t, ns), bus.ClientConfig{})
	first := serve(t, ns, p.set(), bus.Config{})
	must(t, client, request("k1"), submit("g1"))
	want := must(t, client, request("k2"), cancel("g1"))
	first.stop()
	if err := first.wait(t); err != nil {
		t.Fatal(err)
	}
	serve(t, ns, p.set(), bus.Config{})
	if have := must(t, client, request("k2"), cancel("g1")); have.Revision != want.Revision || !have.Repeated {
		t.Errorf("answered %+v, first %+v", have, want)
	}
	if at := head(t, p); at != 2 {
		t.Errorf("the log has %d events", at)
	}
}

func TestServersShareTheCommands(t *testing.T) {
	t.Parallel()
	const n = 200
	ns, p := startNATS(t), new(place)
	var served [2]atomic.Int64
	for i := range served {
		set := p.set()
		serve(t, ns, through(func(ctx context.Context, req commands.Request, c commands.Named) (commands.Answer, error) {
			served[i].Add(1)
			return set.Dispatch(ctx, req, c)
		}), bus.Config{})
	}
	client := bus.NewClient(connect(t, ns), bus.ClientConfig{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if _, err := client.Dispatch(within(t, 30*time.Second), request("k"), submit(fmt.Sprintf("g%d", i))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	a, b := served[0].Load(), served[1].Load()
	if a == 0 || b == 0 || a+b != n || head(t, p) != n {
		t.Errorf("%d and %d of %d commands, %d events", a, b, n, head(t, p))
	}
}

func TestServersAreListedWithEveryCommand(t *testing.T) {
	t.Parallel()
	ns := startNATS(t)
	serve(t, ns, new(place).set(), bus.Config{Version: "1.2.3"})
	reply, err := connect(t, ns).Request("$SRV.INFO."+bus.Service, nil, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var info micro.Info
	if err := json.Unmarshal(reply.Data, &info); err != nil {
		t.Fatal(err)
	}
	groups := map[string]string{}
	for _, e := range info.Endpoints {
		groups[e.Subject] = e.QueueGroup
	}
	for subject, group := range map[string]string{
		"mergit.cmd.goal.goal.submit": "commands-goal", "mergit.cmd.goal.call.begin": "commands-goal", "mergit.cmd.signer.tx.prepare": "commands-signer",
	} {
		if groups[subject] != group {
			t.Errorf("%s is served in group %q", subject, groups[subject])
		}
	}
	if info.Version != "1.2.3" {
		t.Errorf("version %s", info.Version)
	}
}
