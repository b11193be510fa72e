package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/mergit-io/mergit/gateway/wire"
)

// proofPatience is how long a run waits for its proof once the goal has ended.
const proofPatience = 60 * time.Second

func (a *app) goalWatchCommand() *cobra.Command {
	var verbose bool
	c := &cobra.Command{
		Use: "watch GOAL", Short: "Follow a goal live until its proof, and print its result", Args: oneArg,
		Long: `Follow a goal from its first event until its proof, and print its result. Times
count from the goal's submission.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			server, id, err := a.goal(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return a.follow(cmd.Context(), server, id, verbose, false)
		},
	}
	verboseFlag(c, &verbose)
	return c
}

func verboseFlag(c *cobra.Command, verbose *bool) {
	c.Flags().BoolVarP(verbose, "verbose", "v", false, "show starts, calls and their results too")
}

// following is one goal being followed. Everything in it belongs to one
// goroutine; two others bring events and lines that were typed.
type following struct {
	a      *app
	server *client
	id     string
	show   *progress

	last uint64           // newest sequence seen
	open []wire.Interrupt // what a person is asked; the first stands on the screen
	gone bool             // the server

	typed    <-chan string // nil while nobody is asked
	hush     func()        // stops the typing
	patience *time.Timer   // set once the goal has ended
	ended    bool          // for good, as far as is known
}

// follow shows a goal's events until it has ended and is proven, and then what
// it came to. A goal that is known to be there is waited for.
func (a *app) follow(ctx context.Context, server *client, id string, verbose, known bool) error {
	if !a.json {
		fmt.Fprintf(a.err, "goal %s\n", id)
	}
	f := &following{a: a, server: server, id: id, show: newProgress(a, verbose)}
	server.away = f.away
	err := f.watch(ctx, known)
	if err == nil {
		err = f.report(ctx)
	}
	f.show.clear()
	if ctx.Err() != nil {
		return f.interrupted()
	}
	return err
}

// interrupted tells how to go on with a goal that nobody follows any more.
func (f *following) interrupted() error {
	text := fmt.Sprintf("the goal goes on; follow it with: %s", f.a.target.command("goal watch "+f.id))
	if len(f.open) > 0 {
		text = fmt.Sprintf("the goal goes on; answer with: %s", f.a.answer(f.open[0]))
	}
	text += "\ncall it off with: " + f.a.target.command("goal cancel "+f.id)
	if f.ended {
		text = fmt.Sprintf("the goal has ended, and its proof goes on; follow it with: %s", f.a.target.command("goal watch "+f.id))
	}
	return &exitError{Code: exitInterrupted, Err: errors.New(text), With: map[string]any{"goal": f.id}}
}

// arrival is what the stream of events brings.
type arrival struct {
	event wire.Event
	err   error
	away  bool // the server went or came back; which of the two it is by now is kept elsewhere
}

// watch returns once the goal has ended and its proof stands, was given up or
// is too long in coming.
func (f *following) watch(ctx context.Context, known bool) error {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	arrivals := make(chan arrival)
	var gone atomic.Bool
	send := func(s arrival) bool {
		select {
		case arrivals <- s:
			return true
		case <-ctx.Done():
			return false
		}
	}
	wg.Go(func() {
		events := stream{client: f.server, path: "/stream/goals/" + url.PathEscape(f.id), patient: known, away: func(is bool) {
			gone.Store(is)
			send(arrival{away: true})
		}}
		for e, err := range events.events(ctx) {
			if !send(arrival{event: e, err: err}) {
				return
			}
		}
	})
	defer f.endTyping()
	for {
		var tooLong <-chan time.Time
		if f.patience != nil {
			tooLong = f.patience.C
		}
		var done bool
		var err error
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-tooLong:
			done = true
		case line, ok := <-f.typed:
			err = f.answer(ctx, line, ok)
		case s := <-arrivals:
			switch {
			case s.away:
				f.away(gone.Load())
			case s.err != nil:
				err = s.err
			default:
				done, err = f.event(ctx, s.event)
			}
		}
		if done || err != nil {
			return err
		}
	}
}

// away says once that the server is gone, and once that it is back.
func (f *following) away(gone bool) {
	if f.gone == gone {
		return
	}
	f.gone = gone
	if gone {
		f.notice("server gone, waiting for it … (Ctrl-C leaves; the goal goes on when the server does)")
	} else {
		f.notice("server is back")
	}
}

// notice says something at once, even while a person is asked.
func (f *following) notice(text string) {
	if len(f.open) == 0 {
		f.show.say(text)
		return
	}
	fmt.Fprintf(f.a.err, "\r\x1b[K%s\n", text)
	f.prompt()
}

// event takes in one event, and reports whether it was the last.
func (f *following) event(ctx context.Context, e wire.Event) (done bool, err error) {
	f.last = max(f.last, e.Sequence)
	fact := readFact(e)
	var question *wire.Interrupt
	switch e.Kind {
	case "interrupt.pending":
		if question, err = f.stillOpen(ctx, e.Sequence, fact.Interrupt); err != nil {
			return false, err
		}
		f.show.asked = question != nil // and need not be told twice
	case "interrupt.resolved", "interrupt.expired":
		f.settled(fact.Interrupt)
	case "goal.completed", "goal.failed", "goal.cancelled":
		f.settled("")
	}
	if err := f.show.event(e); err != nil {
		return false, err
	}
	switch e.Kind {
	case "interrupt.pending":
		if question != nil {
			return false, f.ask(ctx, *question)
		}
	case "goal.completed", "goal.failed", "goal.cancelled":
		goal, err := f.goal(ctx, e.Sequence)
		if err == nil && wentOn(goal, e) {
			return false, nil
		}
		if f.ended = true; err != nil || goal.TasksDone == 0 { // nothing that could be proven
			return true, err
		}
		f.patience = time.NewTimer(proofPatience)
	case "proof.confirmed", "proof.dead_lettered":
		return f.ended, nil // otherwise it is that of an end before a retry
	}
	return false, nil
}

// wentOn reports whether a goal was retried after an event that ended it.
func wentOn(goal wire.Goal, end wire.Event) bool {
	switch goal.Status {
	case "done", "failed", "cancelled":
		return goal.Ended != nil && goal.Ended.After(end.Time)
	}
	return true
}

func (f *following) goal(ctx context.Context, after uint64) (wire.Goal, error) {
	return call[wire.Goal](ctx, f.server, http.MethodGet, fmt.Sprintf("/goals/%s?after=%d", url.PathEscape(f.id), after), nil)
}

// stillOpen finds a question, unless it was answered meanwhile or stands on the
// screen already.
func (f *following) stillOpen(ctx context.Context, after uint64, interrupt string) (*wire.Interrupt, error) {
	if slices.ContainsFunc(f.open, func(i wire.Interrupt) bool { return i.ID == interrupt }) {
		return nil, nil
	}
	goal, err := f.goal(ctx, after)
	if err != nil {
		return nil, err
	}
	open := openInterrupts(goal)
	if i := slices.IndexFunc(open, func(i wire.Interrupt) bool { return i.ID == interrupt }); i >= 0 {
		return &open[i], nil
	}
	return nil, nil
}

// ask puts a question to the person at the terminal. Where there is none the
// command ends.
func (f *following) ask(ctx context.Context, question wire.Interrupt) error {
	if f.open = append(f.open, question); f.a.json || !f.a.interactive() {
		return f.waits()
	}
	if len(f.open) == 1 {
		f.show.hush(true)
		f.question()
	}
	if f.typed == nil {
		f.typed, f.hush = f.a.typing(ctx)
	}
	return nil
}

// waits ends the command with the question that nobody is there to answer.
func (f *following) waits() error {
	i, more := f.open[0], ""
	if unquoted(i) != "" {
		more = "\nall of what it is about: " + f.a.target.command("goal show "+f.id)
	}
	return &exitError{
		Code: exitAsked, Long: "the goal waits for you: " + i.Description,
		Err:  fmt.Errorf("the goal waits for you: %s%s\nanswer with: %s", i.Description, more, f.a.answer(i)),
		With: map[string]any{"goal": f.id, "status": "awaiting_human", "interrupt": i.ID, "options": i.Options},
	}
}

func (f *following) question() {
	fmt.Fprintln(f.a.err, question(f.open[0]))
	f.prompt()
}

func (f *following) prompt() {
	options := slices.Clone(f.open[0].Options)
	if i := slices.Index(options, "revise"); i >= 0 {
		options[i] += " HOW"
	}
	fmt.Fprintf(f.a.err, "[%s] > ", strings.Join(options, "/"))
}

// settled takes a question away, or all of them, and goes on with the next.
func (f *following) settled(interrupt string) {
	if len(f.open) == 0 {
		return
	}
	shown := f.open[0].ID
	f.open = slices.DeleteFunc(f.open, func(i wire.Interrupt) bool { return interrupt == "" || i.ID == interrupt })
	switch {
	case len(f.open) > 0 && f.open[0].ID == shown:
		return
	case interrupt == "" || interrupt == shown:
		fmt.Fprint(f.a.err, "\r\x1b[K")
	}
	f.next()
}

// next asks the next question, or lets the goal's events be seen again.
func (f *following) next() {
	if len(f.open) > 0 {
		f.question()
		return
	}
	f.endTyping()
	f.show.hush(false)
}

func (f *following) endTyping() {
	if f.typed != nil {
		f.hush()
		f.typed = nil
	}
}

// secret has a secret typed, while nothing else is read from the terminal.
func (f *following) secret(ctx context.Context, decision string) (string, error) {
	f.endTyping()
	defer func() { f.typed, f.hush = f.a.typing(ctx) }()
	return f.a.secret(ctx, decision, "")
}

// answer takes a line that was typed: a decision and, if there is more to say, feedback.
func (f *following) answer(ctx context.Context, line string, more bool) error {
	if !more { // Ctrl-D
		f.endTyping()
		fmt.Fprintln(f.a.err)
		return f.waits()
	}
	i := f.open[0]
	decision, feedback, _ := strings.Cut(line, " ")
	if decision == "" || len(i.Options) > 0 && !slices.Contains(i.Options, decision) {
		if decision != "" {
			fmt.Fprintf(f.a.err, "%q is none of them\n", decision)
		}
		f.prompt()
		return nil
	}
	answer := wire.ResumeGoal{Interrupt: i.ID, Decision: decision, Feedback: strings.TrimSpace(feedback)}
	var err error
	if decision == "provide" {
		answer.Feedback = "" // were the secret typed there, it would be in the log
		answer.Secret, err = f.secret(ctx, decision)
	}
	if err == nil {
		_, err = resume(ctx, f.server, f.id, answer, uuid.NewString())
	}
	exit, refused := errors.AsType[*exitError](err)
	switch {
	case err == nil:
	case refused && exit.Code == exitInterrupted:
		return f.interrupted()
	case refused && (exit.Name == "DECISION_UNKNOWN" || exit.Code == exitUsage):
		fmt.Fprintln(f.a.err, printable(err.Error()))
		f.prompt()
		return nil
	case refused && exit.Code == exitRefused: // answered elsewhere, or the goal has ended
		fmt.Fprintln(f.a.err, printable(err.Error()))
	default:
		return err
	}
	f.open = f.open[1:]
	f.next()
	return nil
}
