package gateway_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/gateway/wire"
)

// submitted is what the log keeps of a request.
func (w *world) submitted(id string) events.GoalSubmitted {
	w.t.Helper()
	stream := events.GoalStream("main", id)
	for record, err := range w.log.Read(w.t.Context(), eventlog.Query{Subjects: []string{eventlog.Filter(stream)}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		e, err := (eventlog.Codec{Keys: w.keys}).Decode(w.t.Context(), record)
		if err != nil {
			w.t.Fatal(err)
		}
		if s, ok := e.Fact.(events.GoalSubmitted); ok {
			return s
		}
	}
	w.t.Fatal("there is no goal", id)
	return events.GoalSubmitted{}
}

func TestParametersGoToThePlaybookThatIsChosen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := data[wire.Accepted](w.post("/goals", owner, `{"title":"List the TODOs","params":{"path":"src"}}`), http.StatusCreated)
	if s := w.submitted(a.ID); string(s.Params) != `{"path":"src"}` {
		t.Errorf("the planner is given %s", s.Params)
	}
}

func TestAPlanWithoutATitleHasThatOfItsGoal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const body = `{"title":"Say \"hello\"","plan":{"tasks":[{"id":"a","role":"researcher","tool":"file_ops","args":{"op":"list","path":"."}}]}}`
	a := data[wire.Accepted](w.post("/goals", owner, body, "Idempotency-Key", "untitled"), http.StatusCreated)
	var plan struct{ Title string }
	if s := w.submitted(a.ID); json.Unmarshal(s.Plan, &plan) != nil || plan.Title != `Say "hello"` {
		t.Errorf("the plan is %s", s.Plan)
	}
	if again := data[wire.Accepted](w.post("/goals", owner, body, "Idempotency-Key", "untitled"), http.StatusOK); again.ID != a.ID {
		t.Errorf("again it is goal %s, not %s", again.ID, a.ID)
	}
}
