package gateway_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway"
	"github.com/mergit-io/mergit/gateway/wire"
)

func TestGoalCanBeReadRightAfterItWasSubmitted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.post("/goals", owner, `{"title":"Say hello","description":"politely","plan":`+twoTasks+`,"limits":{"steps":5,"cost":1.5,"deadline":"1h"}}`)
	accepted := data[wire.Accepted](a, http.StatusCreated)
	if a.header.Get("Location") != "/goals/"+accepted.ID || accepted.Revision == 0 {
		t.Errorf("accepted as %+v with location %q", accepted, a.header.Get("Location"))
	}
	g := data[wire.Goal](w.get(fmt.Sprintf("/goals/%s?after=%d", accepted.ID, accepted.Revision), owner), http.StatusOK)
	if g.Title != "Say hello" || g.Status != "pending" || g.Submitter != "user:owner" || g.Limits == nil || g.Limits.Cost != 1.5 || g.Limits.Deadline == nil {
		t.Errorf("goal %+v, limits %+v", g, g.Limits)
	}
}

func TestFinishedGoalShowsTasksCallsAndProof(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.submit(owner, "Work").ID
	after := w.finish("main", id)
	g := data[wire.Goal](w.get(fmt.Sprintf("/goals/%s?after=%d", id, after), owner), http.StatusOK)
	if g.Status != "done" || len(g.Tasks) != 2 || len(g.Tasks[0].Calls) != 1 || g.Tasks[1].Preview != "what b found" || g.Proof == nil || g.Proof.Status != "confirmed" {
		t.Errorf("goal %+v", g)
	}
	if g.Usage.Steps != 2 || g.Usage.Cost != 0.5 {
		t.Errorf("usage %+v", g.Usage)
	}
	proofs := data[wire.ProofList](w.get("/goals/"+id+"/proofs", owner), http.StatusOK)
	if len(proofs.Proofs) != 1 || len(proofs.Proofs[0].Leaves) != 2 {
		t.Errorf("proofs %+v", proofs)
	}
	proof := data[wire.TaskProof](w.get("/proofs/"+id+".b", owner), http.StatusOK)
	if proof.Leaf.Task != "b" || proof.Leaf.Index != 1 {
		t.Errorf("proof %+v", proof)
	}
	w.get("/proofs/"+id+".c", owner).refused(http.StatusNotFound, "PROOF_NOT_FOUND")
	w.get("/proofs/"+id, owner).refused(http.StatusNotFound, "PROOF_NOT_FOUND")
}

func TestGoalsAreListedInPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var want []string
	for i := range 7 {
		want = append([]string{w.submit(owner, fmt.Sprint("goal ", i)).ID}, want...)
	}
	w.submit(other, "of somebody else")
	var have []string
	for cursor := ""; ; {
		page := data[wire.GoalList](w.get("/goals?limit=3&cursor="+cursor, owner), http.StatusOK)
		for _, g := range page.Goals {
			have = append(have, g.ID)
		}
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	if fmt.Sprint(have) != fmt.Sprint(want) {
		t.Errorf("listed %v, want %v", have, want)
	}
	if n := len(data[wire.GoalList](w.get("/goals?status=done", owner), http.StatusOK).Goals); n != 0 {
		t.Errorf("%d goals are done", n)
	}
	e := w.get("/goals?cursor=bm9uc2Vuc2U", owner).refused(http.StatusBadRequest, "PARAMETER_INVALID")
	if e.Details.Faults[0].Path != "cursor" {
		t.Errorf("faults %+v", e.Details.Faults)
	}
}

func TestGoalCanBeCancelledOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.submit(owner, "Never mind").ID
	a := data[wire.Accepted](w.do(http.MethodDelete, "/goals/"+id, owner, strings.NewReader(`{"reason":"changed my mind"}`)), http.StatusOK)
	g := data[wire.Goal](w.get(fmt.Sprintf("/goals/%s?after=%d", id, a.Revision), owner), http.StatusOK)
	if g.Status != "cancelled" || g.Error != "changed my mind" || g.EndedBy != "user:owner" {
		t.Errorf("goal %+v", g)
	}
	w.do(http.MethodDelete, "/goals/"+id+"?reason=again", owner, nil).refused(http.StatusConflict, "GOAL_ENDED")
	w.do(http.MethodDelete, "/goals/"+newID(), owner, nil).refused(http.StatusNotFound, "GOAL_NOT_FOUND")
}

func TestInterruptWaitsAndIsAnswered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.submit(owner, "Ask me").ID
	ref, claim := commands.GoalRef{Workspace: "main", Goal: id}, newID()
	w.run(planned(ref), commands.StartTask{GoalRef: ref, Task: "a", Claim: claim},
		commands.RaiseInterrupt{GoalRef: ref, Interrupt: "q1", Type: "supervised_task", Task: "a", Claim: claim, Description: "May I?", Options: []string{"yes", "no"}})
	waiting := data[wire.InterruptList](w.get("/interrupts", owner), http.StatusOK)
	if len(waiting.Interrupts) != 1 || waiting.Interrupts[0].Description != "May I?" || waiting.Interrupts[0].Goal != id || waiting.Interrupts[0].GoalTitle != "Ask me" {
		t.Fatalf("waiting %+v", waiting)
	}
	resume := "/goals/" + id + "/resume"
	w.post(resume, owner, `{"interrupt":"q1","decision":"perhaps"}`).refused(http.StatusUnprocessableEntity, "DECISION_UNKNOWN")
	w.post(resume, owner, `{"interrupt":"q2","decision":"yes"}`).refused(http.StatusNotFound, "INTERRUPT_NOT_FOUND")
	w.post(resume, owner, `{"interrupt":"q1","decision":"arrived","feedback":"1"}`).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
	e := w.post(resume, owner, `{}`).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
	if len(e.Details.Faults) != 2 {
		t.Errorf("faults %+v", e.Details.Faults)
	}
	data[wire.Accepted](w.post(resume, owner, `{"interrupt":"q1","decision":"yes","feedback":"go on"}`), http.StatusOK)
	w.post(resume, owner, `{"interrupt":"q1","decision":"no"}`).refused(http.StatusConflict, "INTERRUPT_CLOSED")
	if left := data[wire.InterruptList](w.get("/interrupts", owner), http.StatusOK); len(left.Interrupts) != 0 {
		t.Errorf("left %+v", left)
	}
}

func TestAuditIsTheLogAsItIs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.submit(owner, "Prove it").ID
	w.submit(owner, "something else")
	w.finish("main", id)
	a := w.get("/goals/"+id+"/audit", auditor).want(http.StatusOK)
	lines := bufio.NewScanner(bytes.NewReader(a.body))
	lines.Buffer(nil, 1<<20)
	n, chains := 0, map[events.StreamID]*eventlog.Chain{}
	for lines.Scan() {
		var line wire.Record
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		r, err := eventlog.ParseRecord(events.Revision(line.Sequence), line.Subject, func(name string) string { return line.Headers[name] }, line.Body)
		if err != nil {
			t.Fatal(err)
		}
		if chains[r.Stream] == nil {
			chains[r.Stream] = new(eventlog.Chain)
		}
		if err := chains[r.Stream].Next(r); err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 14 || bytes.Contains(a.body, []byte("Prove it")) {
		t.Errorf("%d records, want 14, with content sealed", n)
	}
	w.get("/goals/"+newID()+"/audit", auditor).refused(http.StatusNotFound, "GOAL_NOT_FOUND")
}

func TestMountsStayBelowTheAllowedFolders(t *testing.T) {
	t.Parallel()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, outside := filepath.Join(base, "root"), filepath.Join(base, "outside")
	for _, dir := range []string{root + "/code", outside} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(root+"/file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{root + "/escape": outside, root + "/inside": root + "/code"} {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	w := newWorld(t, func(c *gateway.Config) { c.API.MountRoots = []string{root} })
	mount := func(name, path string) answer {
		return w.post("/goals", owner, fmt.Sprintf(`{"title":"m","mounts":[{"name":%q,"path":%q}]}`, name, path))
	}
	data[wire.Accepted](mount("code", root+"/code"), http.StatusCreated)
	data[wire.Accepted](mount("code", root+"/inside"), http.StatusCreated)
	data[wire.Accepted](mount("all", root), http.StatusCreated)
	head := w.head()
	for path, reason := range map[string]string{
		outside: "not below", root + "/../outside": "not below", root + "/escape": "not below", root + "x": "not below",
		"/nowhere/at/all": "not below", root + "/missing": "not there", root + "/file": "not a directory", "code": "not absolute", "": "missing",
	} {
		e := mount("code", path).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
		if f := e.Details.Faults[0]; f.Path != "mounts[0].path" || !strings.Contains(f.Reason, reason) {
			t.Errorf("mount %q: fault %+v, want %q", path, f, reason)
		}
	}
	if w.head() != head {
		t.Error("a refused goal was stored")
	}
	var stored events.GoalSubmitted
	for r, err := range w.log.Read(t.Context(), eventlog.Query{After: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		said, err := w.set.Codec.Decode(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		stored = said.Fact.(events.GoalSubmitted)
		break
	}
	if len(stored.Mounts) != 1 || stored.Mounts[0].Path != root+"/code" {
		t.Errorf("stored mounts %+v, want the folder itself", stored.Mounts)
	}
}

func TestChildGoalBelongsToTheRootOfItsParent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	parent := w.submit(owner, "parent")
	child := data[wire.Accepted](w.post("/goals", owner, fmt.Sprintf(`{"title":"child","parent":%q}`, parent.ID)), http.StatusCreated)
	r, err := w.log.At(t.Context(), events.Revision(child.Revision))
	if err != nil || r.Correlation != parent.ID {
		t.Errorf("correlation %q, want %q, %v", r.Correlation, parent.ID, err)
	}
	e := w.post("/goals", other, fmt.Sprintf(`{"title":"child","parent":%q}`, parent.ID)).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
	if e.Details.Faults[0].Path != "parent" {
		t.Errorf("faults %+v", e.Details.Faults)
	}
}

func TestReadWaitsOnlySoLong(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *gateway.Config) { c.API.Wait = time.Millisecond })
	a := w.submit(owner, "late")
	w.rows.behind.Store(true)
	e := w.get(fmt.Sprintf("/goals?after=%d", a.Revision), owner).refused(http.StatusGatewayTimeout, "PROJECTION_BEHIND")
	if !e.Details.Retryable {
		t.Error("it can be retried")
	}
	e = w.get(fmt.Sprintf("/goals?after=%d", a.Revision+1), owner).refused(http.StatusBadRequest, "PARAMETER_INVALID")
	if e.Details.Faults[0].Path != "after" {
		t.Errorf("faults %+v", e.Details.Faults)
	}
}

func (w *world) head() events.Revision {
	w.t.Helper()
	head, err := w.log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return head
}
