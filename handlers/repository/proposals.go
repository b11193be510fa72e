package repository

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/tools/github"
)

// proposal is what github_pr comes to.
type proposal struct {
	Repo   string `json:"repo"`
	Number int64  `json:"number"`
	URL    string `json:"url"`
	Draft  bool   `json:"draft"`
	Base   string `json:"base"`
	Head   string `json:"head"`
}

// place is where a call stands in its run.
func place(s events.Step) string { return fmt.Sprintf("%d.%d", s.Attempt, s.Call) }

// watch learns what calls of github_pr were made and what came of them. The content of other calls stays sealed.
func (r *Reactor) watch(ctx context.Context, record eventlog.Record) error {
	run := record.Stream.String()
	if record.Kind != began && r.state.Calls[run] == nil {
		return nil
	}
	fact, _, err := events.Unmarshal(record.ID, record.Kind, record.Version, record.Body, func(string) (*events.Key, error) { return nil, events.ErrForgotten })
	if err != nil {
		return err
	}
	switch f := fact.(type) {
	case events.TaskToolCall:
		if f.Tool == github.PRName {
			return r.begin(ctx, record, f)
		}
	case events.TaskToolFailed:
		r.forget(run, f.Step)
	case events.TaskToolResult:
		return r.end(ctx, record, f.Step)
	case events.TaskToolSettled:
		if f.Outcome == "happened" {
			return r.end(ctx, record, f.Step)
		}
		r.forget(run, f.Step)
	}
	return nil
}

// begin notes a call that makes a pull request or publishes one.
func (r *Reactor) begin(ctx context.Context, record eventlog.Record, f events.TaskToolCall) error {
	p := proposing{Op: "draft"} // the only operation whose arguments can be large
	if f.ArgsBlob.IsZero() {
		e, err := r.cfg.Commands.Codec.Decode(ctx, record)
		if err != nil {
			return err
		}
		opened, ok := e.Fact.(events.TaskToolCall)
		if !ok || json.Unmarshal(opened.Args, &p) != nil {
			return nil // it will not run
		}
	}
	if p.Op != "draft" && p.Op != "publish" {
		return nil
	}
	if r.state.Calls == nil {
		r.state.Calls = map[string]map[string]proposing{}
	}
	run := record.Stream.String()
	if r.state.Calls[run] == nil {
		r.state.Calls[run] = map[string]proposing{}
	}
	r.state.Calls[run][place(f.Step)] = p
	return nil
}

// forget drops a call that has come to its end.
func (r *Reactor) forget(run string, step events.Step) (p proposing, ok bool) {
	p, ok = r.state.Calls[run][place(step)]
	delete(r.state.Calls[run], place(step))
	if len(r.state.Calls[run]) == 0 {
		delete(r.state.Calls, run)
	}
	return p, ok
}

// end learns what a call came to. A pull request that was drafted by a goal counts as that goal's once one of them has put it
// before its reviewers; one that somebody else made does not become a goal's by being published.
func (r *Reactor) end(ctx context.Context, record eventlog.Record, step events.Step) error {
	call, ok := r.forget(record.Stream.String(), step)
	if !ok {
		return nil
	}
	made, err := r.outcome(ctx, record)
	if err != nil {
		return err
	}
	repo := commands.PullRepo{Workspace: record.Stream.Workspace, Repo: call.Repo}
	if call.Op == "publish" {
		return r.publish(ctx, record, repo, call.Number, made.Head)
	}
	if made.Number <= 0 || made.Head == "" {
		return nil // a person said that it happened, and not what it came to
	}
	if repo.Repo = made.Repo; r.state.Drafts == nil {
		r.state.Drafts = map[string]draft{}
	}
	name := pullName(repo, made.Number)
	if _, known := r.state.Drafts[name]; !known {
		r.state.Drafts[name] = draft{Goal: record.Stream.ID, Task: record.Stream.Part, URL: made.URL, Head: made.Head, Base: made.Base}
	}
	if made.Draft {
		return nil
	}
	return r.publish(ctx, record, repo, made.Number, made.Head) // by an attempt before, of which nobody heard
}

// outcome reads what a call came to; it is empty where that is something else than what the tool says.
func (r *Reactor) outcome(ctx context.Context, record eventlog.Record) (made proposal, err error) {
	e, err := r.cfg.Commands.Codec.Decode(ctx, record)
	if err != nil {
		return made, err
	}
	var content events.Content
	switch f := e.Fact.(type) {
	case events.TaskToolResult:
		content = f.Result
	case events.TaskToolSettled:
		content = f.Result
	}
	if content.Hash.IsZero() {
		return made, nil
	}
	value, err := eventlog.OpenContent(ctx, r.cfg.Commands.Codec.Keys, r.cfg.Blobs, record.Stream.ID, content)
	if err != nil {
		return made, err
	}
	if json.Unmarshal(value, &made) != nil {
		return proposal{}, nil
	}
	return made, nil
}

// publish records a pull request that is before its reviewers now.
func (r *Reactor) publish(ctx context.Context, record eventlog.Record, repo commands.PullRepo, number int64, head string) error {
	name := pullName(repo, number)
	d, ok := r.state.Drafts[name]
	if !ok {
		r.cfg.Log.InfoContext(ctx, "a published pull request is not followed: no goal drafted it", slog.String("pull", name), slog.String("goal", record.Stream.ID))
		return nil
	}
	var agent string
	err := r.cfg.Commands.Goals.View(ctx, events.GoalStream(repo.Workspace, d.Goal), true, func(g *commands.Goal, _ events.Revision) { agent = g.Submitted.Agent })
	if err != nil {
		return err
	}
	if head == "" {
		head = d.Head
	}
	open := commands.OpenPull{PullRepo: repo, Pull: events.PullRequestOpened{
		Repo: repo.Repo, Number: number, URL: d.URL, Head: head, Base: d.Base, Goal: d.Goal, Task: d.Task, Agent: agent}}
	if _, err := r.perform(ctx, record, open, d.Goal); err != nil {
		return err
	}
	delete(r.state.Drafts, name)
	return r.catchUp(ctx, name, commitName(repo, head))
}
