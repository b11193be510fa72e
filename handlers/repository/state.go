package repository

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// state is what was learned from the log, and up to where. It can be learned again.
type state struct {
	At   events.Revision `json:"at"`
	Last events.ID       `json:"last"` // of the event there
	// Calls are those of the tool that have no outcome yet, by the run's stream and their place in it.
	Calls map[string]map[string]proposing `json:"calls,omitempty"`
	// Drafts are pull requests that goals made and that are not before reviewers yet.
	Drafts map[string]draft `json:"drafts,omitempty"`
	// Early are calls of GitHub that were about nothing known when they came, newest last.
	Early []early `json:"early,omitempty"`
}

// proposing is a call of the tool that makes pull requests, or publishes them.
type proposing struct {
	Op     string `json:"op"`
	Repo   string `json:"repo,omitempty"`
	Number int64  `json:"number,omitempty"`
}

// draft is a pull request, and who made it.
type draft struct {
	Goal string `json:"goal"`
	Task string `json:"task"`
	URL  string `json:"url"`
	Head string `json:"head"`
	Base string `json:"base"`
}

// early is a call of GitHub, by its revision, and what it is about.
type early struct {
	About string          `json:"about"`
	At    events.Revision `json:"at"`
}

// mostEarly is how many early calls are remembered. GitHub calls about everybody's pull requests, and those of goals are known
// seconds after they were made.
const mostEarly = 1024

// pullName names a pull request, commitName a commit, in whatever case its repository is written.
func pullName(repo commands.PullRepo, number int64) string {
	return fmt.Sprintf("%s/%s#%d", repo.Workspace, strings.ToLower(repo.Repo), number)
}

func commitName(repo commands.PullRepo, commit string) string {
	return repo.Workspace + "/" + strings.ToLower(repo.Repo) + "@" + commit
}

// about names what a command is about.
func about(c commands.Named) string {
	switch c := c.(type) {
	case commands.MergePull:
		return pullName(c.PullRepo, c.Number)
	case commands.ClosePull:
		return pullName(c.PullRepo, c.Number)
	case commands.RollBack:
		if c.Number == 0 {
			return commitName(c.PullRepo, c.Reverts)
		}
		return pullName(c.PullRepo, c.Number)
	case commands.FlagChange:
		if c.Number == 0 {
			return commitName(c.PullRepo, c.Commit)
		}
		return pullName(c.PullRepo, c.Number)
	}
	return ""
}

// postpone remembers a call until what it is about is known. The oldest is given up for it.
func (s *state) postpone(name string, at events.Revision) {
	for _, e := range s.Early {
		if e == (early{name, at}) {
			return
		}
	}
	if len(s.Early) >= mostEarly {
		s.Early = s.Early[len(s.Early)-mostEarly+1:]
	}
	s.Early = append(s.Early, early{name, at})
}

// due takes out the calls about something, oldest first.
func (s *state) due(names ...string) (at []events.Revision) {
	var rest []early
	for _, e := range s.Early {
		found := false
		for _, name := range names {
			found = found || e.About == name
		}
		if found {
			at = append(at, e.At)
		} else {
			rest = append(rest, e)
		}
	}
	s.Early = rest
	return at
}

const (
	snapshotName = "repository"
	// snapshotEvery is how many records a restart may have to react to again.
	snapshotEvery = 1000
	// maxSnapshot bounds it in bytes: what is larger does not fit the store, and is learned from the log.
	maxSnapshot = 512 << 10
)

// recover learns what was reacted to. A snapshot of a log that lost its end since is none: what stands there now was not
// reacted to.
func (r *Reactor) recover(ctx context.Context) error {
	r.state = state{}
	text, err := r.cfg.Snapshots.Load(ctx, snapshotName)
	if err != nil {
		return fmt.Errorf("load the snapshot: %w", err)
	}
	var from state
	if json.Unmarshal(text, &from) != nil || from.At == 0 {
		return nil
	}
	record, err := r.cfg.Commands.Log.At(ctx, from.At)
	switch {
	case errors.Is(err, eventlog.ErrNoRecord):
	case err != nil:
		return fmt.Errorf("read the log: %w", err)
	case record.ID == from.Last:
		r.state = from
	}
	return nil
}

// save writes a snapshot. Losing one costs time, nothing else.
func (r *Reactor) save(ctx context.Context) {
	text, err := json.Marshal(r.state)
	if err == nil && len(text) > maxSnapshot {
		err = fmt.Errorf("it has %d bytes, at most %d are kept", len(text), maxSnapshot)
	}
	if err == nil {
		err = r.cfg.Snapshots.Save(ctx, snapshotName, text)
	}
	if err != nil {
		r.cfg.Log.WarnContext(ctx, "snapshot of repositories not saved", slog.Any("err", err))
	}
}
