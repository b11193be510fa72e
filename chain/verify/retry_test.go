package verify_test

import (
	"testing"

	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/chain/verify"
	"github.com/mergit-io/mergit/commands"
)

// A goal that was retried is compared with the bundle of its newest end.
func TestARetriedGoalIsVerifiedAtItsNewestEnd(t *testing.T) {
	t.Parallel()
	tasks := chaintest.Tasks(2)
	late := tasks[1]
	tasks[1].Result = ""
	p, ids := prove(t, tasks)
	p.Retry(t.Context(), t, p.Commands(), ids[0], late)
	r, err := verify.Goal(t.Context(), p.source(), chaintest.Workspace, ids[0])
	if err != nil {
		t.Fatal(err)
	}
	if r.OK || r.Bundle != commands.BundleID(ids[0], 1) {
		t.Errorf("before it is recorded again: ok %v, bundle %s", r.OK, r.Bundle)
	}
	stop := p.work(t)
	p.confirmed(t, 2)
	stop()
	r, err = verify.Goal(t.Context(), p.source(), chaintest.Workspace, ids[0])
	if err != nil {
		t.Fatal(err)
	}
	if !r.OK || len(r.Tasks) != 2 || r.Bundle != commands.BundleID(ids[0], 1) {
		t.Errorf("afterwards: ok %v, %d tasks, bundle %s: %+v", r.OK, len(r.Tasks), r.Bundle, r.Faults())
	}
}
