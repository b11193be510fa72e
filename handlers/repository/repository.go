// Package repository follows the pull requests that goals open: it learns of them from what github_pr did, and of their ends
// from what GitHub calls for. Nothing that GitHub says of other pull requests is recorded.
//
// It is at-least-once: a record is passed only after its command's events are stored, and the commands mind no repetition. What
// it knows is made from the log and can be made again.
package repository

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/handlers/waits"
)

// Config of a Reactor. Commands, Blobs, Snapshots and Log are required.
type Config struct {
	Commands  *commands.Set
	Blobs     eventlog.Blobs
	Snapshots eventlog.Snapshots
	Log       *slog.Logger
	// Source is what GitHub is called among the systems that may call; others are not believed. Defaults to github.
	Source string
	// Backoff is the wait after a first failure; it doubles with each further one, up to 32-fold. Defaults to 100 ms.
	Backoff time.Duration
}

// Actor is who records.
const Actor = "policy:repository"

// Reactor follows the log.
type Reactor struct {
	cfg   Config
	state state
}

// New makes a reactor.
func New(cfg Config) *Reactor {
	cfg.Source = cmp.Or(cfg.Source, "github")
	cfg.Backoff = cmp.Or(cfg.Backoff, 100*time.Millisecond)
	return &Reactor{cfg: cfg}
}

var (
	began   = events.KindOf[events.TaskToolCall]().Name
	ended   = events.KindOf[events.TaskToolResult]().Name
	failed  = events.KindOf[events.TaskToolFailed]().Name
	settled = events.KindOf[events.TaskToolSettled]().Name
	called  = events.KindOf[events.WebhookReceived]().Name
)

// subjects are what a reactor reads: calls of tools and what came of them, and what other systems call for.
func subjects() (list []string) {
	for _, kind := range []string{began, ended, failed, settled} {
		list = append(list, eventlog.KindFilter("*", events.FamilyGoal, "*", kind))
	}
	return append(list, eventlog.KindFilters(events.FamilyRepository, called)...)
}

// Run reacts until the context ends, or the log cannot be read or understood.
func (r *Reactor) Run(ctx context.Context) error {
	if err := r.recover(ctx); err != nil {
		return fmt.Errorf("repositories: %w", err)
	}
	since, between := 0, true // what a record that was not passed has changed is not kept
	defer func() {
		if !between {
			return
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		r.save(ctx)
	}()
	for record, err := range r.cfg.Commands.Log.Follow(ctx, eventlog.Query{After: r.state.At, Subjects: subjects()}) {
		if err != nil {
			return fmt.Errorf("repositories: follow the log: %w", err)
		}
		between = false
		if err := r.take(ctx, record); err != nil {
			return fmt.Errorf("repositories: %s at %d: %w", record.Kind, record.Revision, err)
		}
		r.state.At, r.state.Last, between = record.Revision, record.ID, true
		if since++; since >= snapshotEvery {
			r.save(ctx)
			since = 0
		}
	}
	return ctx.Err()
}

// take takes in one record. What was forgotten on purpose says nothing.
func (r *Reactor) take(ctx context.Context, record eventlog.Record) error {
	var err error
	if record.Kind == called {
		err = r.hear(ctx, record)
	} else {
		err = r.watch(ctx, record)
	}
	if errors.Is(err, events.ErrForgotten) {
		return nil
	}
	return err
}

// hear reacts to a call of GitHub.
func (r *Reactor) hear(ctx context.Context, record eventlog.Record) error {
	const month = len("-2026-01")
	if id := record.Stream.ID; len(id) < month || id[:len(id)-month] != r.cfg.Source {
		return nil
	}
	hook, body, err := waits.Call(ctx, r.cfg.Commands, r.cfg.Blobs, record)
	if err != nil || hook.Encoding != "json" {
		return err
	}
	for _, c := range told(record.Stream.Workspace, hook.Event, body) {
		known, err := r.perform(ctx, record, c, "")
		switch {
		case err != nil:
			return err
		case !known:
			r.state.postpone(about(c), record.Revision)
		}
		if merged, ok := c.(commands.MergePull); ok && known {
			if err := r.catchUp(ctx, pullName(merged.PullRepo, merged.Number), commitName(merged.PullRepo, merged.Commit)); err != nil {
				return err
			}
		}
	}
	return nil
}

// catchUp hears again what came before anything was known of what it is about.
func (r *Reactor) catchUp(ctx context.Context, names ...string) error {
	for _, at := range r.state.due(names...) {
		record, err := r.cfg.Commands.Log.At(ctx, at)
		if err == nil {
			err = r.hear(ctx, record)
		}
		if err != nil && !errors.Is(err, events.ErrForgotten) {
			return err
		}
	}
	return nil
}

// perform sends a command, for as long as it takes. It reports false if it is about nothing that is known yet. What it leads
// to has the time of the record, whenever it is reacted to.
func (r *Reactor) perform(ctx context.Context, record eventlog.Record, c commands.Named, goal string) (known bool, err error) {
	req := commands.Request{At: record.Time, Actor: Actor, Cause: string(record.ID), Correlation: goal}
	for failures := 0; ; failures++ {
		_, err := r.cfg.Commands.Dispatch(ctx, req, c)
		attrs := []any{slog.String("command", c.Name()), slog.String("stream", c.Stream().String()),
			slog.Uint64("sequence", uint64(record.Revision)), slog.Any("err", err)}
		_, refused := errors.AsType[*commands.Refusal](err)
		switch {
		case err == nil:
			return true, nil
		case ctx.Err() != nil:
			return false, ctx.Err()
		case errors.Is(err, commands.ErrPullUnknown), errors.Is(err, commands.ErrPullNotMerged):
			return false, nil
		case refused:
			r.cfg.Log.WarnContext(ctx, "what became of a pull request was refused", attrs...)
			return true, nil
		}
		r.cfg.Log.ErrorContext(ctx, "recording a pull request failed, trying again", attrs...)
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(r.cfg.Backoff << min(failures, 5)):
		}
	}
}
