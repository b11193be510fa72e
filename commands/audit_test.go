package commands_test

import (
	"fmt"
	"testing"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/commands/commandtest"
	"github.com/mergit-io/mergit/events"
)

var (
	audit    = commandtest.Given[commands.Audit]
	auditRef = commands.AuditRef{Workspace: commandtest.Workspace}
)

// checkpoint is one of a size, whose root is that of no other size.
func checkpoint(size uint64) events.CheckpointSigned {
	return events.CheckpointSigned{Size: size, Root: events.Sum(fmt.Append(nil, "root", size)), Key: "log+1+a", Note: fmt.Sprint("note ", size)}
}

func headOf(c events.CheckpointSigned) commands.TreeHead {
	return commands.TreeHead{Size: c.Size, Root: c.Root}
}

func sign(after commands.TreeHead, c events.CheckpointSigned) commands.SignCheckpoint {
	return commands.SignCheckpoint{AuditRef: auditRef, After: after, Checkpoint: c}
}

func TestACheckpointExtendsTheNewest(t *testing.T) {
	t.Parallel()
	none := commands.TreeHead{}
	first, second, third := checkpoint(3), checkpoint(7), checkpoint(8)
	audit().When(by("auditlog"), sign(none, first)).Then(t, first)
	past := audit(first, second)
	past.When(by("auditlog"), sign(headOf(second), third)).Then(t, third)
	past.When(by("auditlog"), sign(headOf(first), second)).Then(t) // its answer was lost
	past.When(by("auditlog"), sign(headOf(first), third)).Refuses(t, commands.ErrCheckpointStale)
	past.When(by("auditlog"), sign(none, third)).Refuses(t, commands.ErrCheckpointStale)
	past.When(by("auditlog"), sign(headOf(second), first)).Refuses(t, commands.ErrCheckpointStale)
	fork := second
	fork.Root = events.Sum([]byte("another"))
	past.When(by("auditlog"), sign(headOf(second), fork)).Refuses(t, commands.ErrCheckpointStale)
	past.When(by("auditlog"), sign(headOf(fork), third)).Refuses(t, commands.ErrCheckpointStale)
	for _, broken := range []events.CheckpointSigned{{}, {Size: 9}, {Size: 9, Root: third.Root, Key: "k"}} {
		past.When(by("auditlog"), sign(headOf(second), broken)).Refuses(t, refusal("CHECKPOINT_INVALID"))
	}
}

func TestAKeyIsReplacedOnPurposeOnly(t *testing.T) {
	t.Parallel()
	first, second, third := checkpoint(3), checkpoint(7), checkpoint(9)
	second.Key = "log+2+b"
	past := audit(first)
	past.When(by("auditlog"), sign(headOf(first), second)).Refuses(t, commands.ErrKeyDiffers)
	second.Replaces = "log+9+z"
	past.When(by("auditlog"), sign(headOf(first), second)).Refuses(t, commands.ErrKeyDiffers)
	second.Replaces = first.Key
	past.When(by("auditlog"), sign(headOf(first), second)).Then(t, second)
	third.Key, third.Replaces = second.Key, first.Key // as its key file goes on to say
	said := third
	said.Replaces = ""
	past.And(second).When(by("auditlog"), sign(headOf(second), third)).Then(t, said)
}

func TestAnAnchorIsThatOfACheckpoint(t *testing.T) {
	t.Parallel()
	anchored := func(size, block uint64) events.CheckpointAnchored {
		return events.CheckpointAnchored{Size: size, Root: checkpoint(size).Root, At: events.OnChain{Chain: 1, Block: block, BlockHash: fmt.Sprint("0x", block)}}
	}
	see := func(a events.CheckpointAnchored) commands.SeeAnchor {
		return commands.SeeAnchor{AuditRef: auditRef, Anchor: a}
	}
	past := audit(checkpoint(3), checkpoint(7), checkpoint(9))
	past.When(by("chain"), see(anchored(7, 10))).Then(t, anchored(7, 10))
	foreign := anchored(7, 10)
	foreign.Root = events.Sum([]byte("another"))
	past.When(by("chain"), see(foreign)).Refuses(t, commands.ErrAnchorForeign)
	past.When(by("chain"), see(anchored(8, 10))).Refuses(t, commands.ErrAnchorForeign)

	past.And(anchored(7, 10))
	past.When(by("chain"), see(anchored(7, 10))).Then(t)                  // delivered again
	past.When(by("chain"), see(anchored(7, 11))).Then(t, anchored(7, 11)) // after a reorg
	past.When(by("chain"), see(anchored(3, 9))).Then(t)                   // seen before that one
	past.When(by("chain"), see(foreign)).Refuses(t, commands.ErrAnchorForeign)
	past.When(by("chain"), see(anchored(9, 12))).Then(t, anchored(9, 12))
	past.And(anchored(9, 12), checkpoint(12)).When(by("chain"), see(anchored(12, 13))).Then(t, anchored(12, 13))
}
