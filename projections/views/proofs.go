package views

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/mergit-io/mergit/projections"
)

// Proof is a goal's bundle with its leaves, in the order of the tree.
type Proof struct {
	projections.ProofRow
	Leaves []projections.LeafRow `json:"leaves"`
}

// TaskProof is the proof of one task: its leaf, and all leaves of the bundle, of
// which the path to the root is made.
type TaskProof struct {
	Proof
	Leaf projections.LeafRow `json:"leaf"`
}

// Proof returns a goal's proof.
func (v *Views) Proof(ctx context.Context, goal string) (Proof, error) {
	var unit projections.Goal
	err := v.atOnce(ctx, func(b *pgx.Batch) {
		for table, sql := range map[string]string{
			"proofs": " WHERE goal = $1",
			"leaves": " WHERE goal = $1 ORDER BY position",
		} {
			b.Queue(v.selectFrom(table)+sql, goal).Query(func(rows pgx.Rows) error {
				_, err := collect(rows, table, &unit)
				return err
			})
		}
	})
	if err != nil {
		return Proof{}, fmt.Errorf("proof of %s: %w", goal, err)
	}
	for row := range unit.Proofs.All() {
		return Proof{*row, values(unit.Leaves.All())}, nil
	}
	return Proof{}, fmt.Errorf("proof of %s: %w", goal, ErrNotFound)
}

// TaskProof returns the proof of one task of a goal.
func (v *Views) TaskProof(ctx context.Context, goal, task string) (TaskProof, error) {
	p, err := v.Proof(ctx, goal)
	if err != nil {
		return TaskProof{}, err
	}
	for _, leaf := range p.Leaves {
		if leaf.Task == task {
			return TaskProof{p, leaf}, nil
		}
	}
	return TaskProof{}, fmt.Errorf("proof of %s: %w", TaskKey(goal, task), ErrNotFound)
}

// TaskKey is the public key of a task, "<goal>.<task>".
func TaskKey(goal, task string) string { return goal + "." + task }

// ParseTaskKey takes a public key apart.
func ParseTaskKey(key string) (goal, task string, ok bool) {
	goal, task, ok = strings.Cut(key, ".")
	return goal, task, ok && goal != "" && task != "" && !strings.Contains(task, ".")
}
