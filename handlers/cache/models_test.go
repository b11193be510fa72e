package cache_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/memory"
	"github.com/mergit-io/mergit/handlers/model"
)

var _ cache.Router = (*model.Router)(nil)

// routed is a router whose roles are answered by one model, and by another where that is down.
func routed(t *testing.T, file string, answer func(n int, req model.Request) (model.Reply, error)) (*model.Router, *model.Scripted) {
	t.Helper()
	f, err := model.ReadFile([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Check([]string{"researcher", "writer", "coder"}, func(string) string { return "key" }); err != nil {
		t.Fatal(err)
	}
	scripted := &model.Scripted{Answer: func(_ context.Context, n int, req model.Request) (model.Reply, error) { return answer(n, req) }}
	second := &model.Scripted{Answer: func(context.Context, int, model.Request) (model.Reply, error) {
		return model.Reply{Text: "from the second"}, nil
	}}
	r, err := model.NewRouter(model.RouterConfig{File: f, Env: func(string) string { return "" }, Now: time.Now, Tries: 1,
		Models: map[string]model.Model{"openai/first": scripted, "openai/second": second}})
	if err != nil {
		t.Fatal(err)
	}
	return r, scripted
}

const threeRoles = `{models: {openai/first: {price: {input: 1000000, output: 1000000}}},
	roles: {researcher: {models: [openai/first, openai/second]}, writer: {models: [openai/first]}, coder: {models: [openai/first]}}}`

// counting answers with how often it was asked.
func counting(n int, _ model.Request) (model.Reply, error) {
	return model.Reply{Text: fmt.Sprint("answer ", n), Usage: model.Usage{Input: 100, Output: 10}}, nil
}

func asking(role, text string) model.Question {
	return model.Question{Role: role, Request: model.Request{Messages: []model.Message{{By: model.System, Text: "you are a " + role}, {By: model.User, Text: text}}}}
}

func said(t *testing.T, m *cache.Models, q model.Question, reuse model.Reuse) (text string, cached bool) {
	t.Helper()
	a, cached, err := m.Ask(t.Context(), "main", "g1", q, reuse)
	if err != nil {
		t.Fatal(err)
	}
	if used := a.Usage.Input + a.Usage.Output; cached != (used == 0) || cached && a.Cost != 0 || a.Provider != "openai" || a.Stop == "" {
		t.Errorf("cached %v: %+v", cached, a)
	}
	return a.Text, cached
}

func TestAnEqualQuestionIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	r, _ := routed(t, threeRoles, counting)
	store, keys := new(memory.Store), new(memlog.Keys)
	c := process(store, keys)
	m, elsewhere := cache.NewModels(c, cache.Lexical{}, r), cache.NewModels(process(store, keys), cache.Lexical{}, r)
	for _, role := range []string{"researcher", "coder"} {
		first, cached := said(t, m, asking(role, "count the files"), model.Reuse{})
		if cached {
			t.Errorf("%s: nothing can be kept yet", role)
		}
		q, read := asking(role, "count the files"), ""
		q.MaxTokens, q.Delta = 99, func(_ int, text string) { read += text }
		if again, cached := said(t, elsewhere, q, model.Reuse{}); again != first || !cached || read != first {
			t.Errorf("%s: %q, cached %v, shown %q", role, again, cached, read)
		}
	}
	if n := c.Counts(); len(n) != 2 || n[0].Space != "model-coder" || n[0].Misses != 1 {
		t.Errorf("%+v", n)
	}
}

func TestAnotherPromptToolModelOrConversationIsAnotherQuestion(t *testing.T) {
	t.Parallel()
	r, _ := routed(t, threeRoles, counting)
	m := cache.NewModels(process(new(memory.Store), new(memlog.Keys)), cache.Lexical{}, r)
	base := asking("researcher", "count the files")
	said(t, m, base, model.Reuse{Similar: true})
	hot := 1.0
	for name, change := range map[string]func(*model.Question){
		"role":        func(q *model.Question) { q.Role = "writer" },
		"prompt":      func(q *model.Question) { q.Messages[0].Text += " of few words" },
		"question":    func(q *model.Question) { q.Messages[1].Text = "count the folders" },
		"tool":        func(q *model.Question) { q.Tools = []model.Tool{{Name: "look"}} },
		"model":       func(q *model.Question) { q.Model = "openai/second" },
		"temperature": func(q *model.Question) { q.Temperature = &hot },
		"shape":       func(q *model.Question) { q.Shape = &model.Shape{Name: "x"} },
		"went on": func(q *model.Question) {
			q.Messages = append(q.Messages, model.Message{By: model.Result, For: "1", Text: "7"})
		},
	} {
		q := asking(base.Role, base.Messages[1].Text)
		change(&q)
		if a, cached, err := m.Ask(t.Context(), "main", "g1", q, model.Reuse{Similar: true}); cached || err != nil {
			t.Errorf("another %s: %+v %v", name, a, err)
		}
	}
	if _, cached, _ := m.Ask(t.Context(), "other", "g9", base, model.Reuse{Similar: true}); cached {
		t.Error("another workspace's answer")
	}
}

func TestASimilarQuestionIsAnsweredOnlyWhereWordsAreAllThatComesOfIt(t *testing.T) {
	t.Parallel()
	r, _ := routed(t, threeRoles, func(n int, req model.Request) (model.Reply, error) {
		if strings.Contains(req.Messages[len(req.Messages)-1].Text, "look up") {
			return model.Reply{Calls: []model.Call{{ID: "c", Name: "look", Args: json.RawMessage(`{}`)}}, Usage: model.Usage{Input: 1}}, nil
		}
		return counting(n, req)
	})
	m := cache.NewModels(process(new(memory.Store), new(memlog.Keys)), cache.Lexical{}, r)
	for _, c := range []struct {
		role, first, second string
		reuse               model.Reuse
		goesOn, hit         bool
	}{
		{role: "researcher", first: "summarise the readme file", second: "Please summarise the readme file!", reuse: model.Reuse{Similar: true}, hit: true},
		{role: "researcher", first: "summarise the licence file", second: "Please summarise the licence file!"}, // where tools act
		{role: "researcher", first: "summarise issue 12 now", second: "Please summarise issue 13 now!", reuse: model.Reuse{Similar: true}},
		{role: "researcher", first: "look up the weather", second: "Please look up the weather!", reuse: model.Reuse{Similar: true}}, // a call has arguments
		{role: "researcher", first: "summarise the change log", second: "Please summarise the change log!", reuse: model.Reuse{Similar: true}, goesOn: true},
		{role: "researcher", first: "summarise this: " + strings.Repeat("a word ", 220), second: "Please summarise this: " + strings.Repeat("a word ", 220), reuse: model.Reuse{Similar: true}},
		{role: "coder", first: "summarise the readme file", second: "Please summarise the readme file!", reuse: model.Reuse{Similar: true}},
	} {
		q := func(text string) model.Question {
			q := asking(c.role, text)
			if c.goesOn {
				q.Messages = append(q.Messages, model.Message{By: model.Assistant, Text: "…"}, model.Message{By: model.User, Text: "shorter"})
			}
			return q
		}
		said(t, m, q(c.first), c.reuse)
		if got, hit := said(t, m, q(c.second), c.reuse); hit != c.hit {
			t.Errorf("%s: %q after %q: hit %v, %q", c.role, c.second, c.first, hit, got)
		}
	}
}

func TestWhatIsNoAnswerOfTheModelIsNotKept(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]model.Reply{
		"cut short":  {Text: "and then", Stop: model.Length},
		"filtered":   {Text: "no", Stop: model.Filtered},
		"malformed":  {Calls: []model.Call{{ID: "c", Name: "look", Malformed: "{"}}},
		"no words":   {Stop: model.Ended},
		"stand-in's": {},
	} {
		r, _ := routed(t, threeRoles, func(n int, req model.Request) (model.Reply, error) {
			if n > 1 {
				return counting(n, req)
			}
			if name == "stand-in's" {
				return model.Reply{}, &model.Error{Code: model.CodeRefused, Message: "no"}
			}
			return bad, nil
		})
		m := cache.NewModels(process(new(memory.Store), new(memlog.Keys)), cache.Lexical{}, r)
		for i, want := range []bool{false, false, true} {
			if _, cached, err := m.Ask(t.Context(), "main", "g1", asking("researcher", "a question"), model.Reuse{Similar: true}); cached != want || err != nil {
				t.Errorf("%s: question %d: cached %v, %v", name, i, cached, err)
			}
		}
	}
}

func TestAnAttemptAfterAFailureIsAnsweredAnewAndForAll(t *testing.T) {
	t.Parallel()
	r, _ := routed(t, threeRoles, func(n int, req model.Request) (model.Reply, error) {
		if n == 3 {
			return model.Reply{Text: "and th", Stop: model.Length, Usage: model.Usage{Input: 1}}, nil
		}
		return counting(n, req)
	})
	m := cache.NewModels(process(new(memory.Store), new(memlog.Keys)), cache.Lexical{}, r)
	for i, c := range []struct {
		reuse  model.Reuse
		text   string
		cached bool
	}{
		{model.Reuse{}, "answer 1", false}, {model.Reuse{Anew: true}, "answer 2", false}, {model.Reuse{}, "answer 2", true},
		{model.Reuse{Anew: true}, "and th", false}, {model.Reuse{}, "answer 4", false}, // what is not kept takes away what was
	} {
		if text, cached := said(t, m, asking("coder", "a question"), c.reuse); text != c.text || cached != c.cached {
			t.Errorf("%d: %q, cached %v", i, text, cached)
		}
	}
}

func TestTheFileSaysHowLongAnswersAreKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, scripted := routed(t, `{roles: {researcher: {models: [openai/first], keep: {for: 1h, similar: 10m, stale: 30m}}, writer: {models: [openai/first], keep: {}}, coder: {models: [openai/first]}}}`, counting)
		c := process(&memory.Store{Now: time.Now}, new(memlog.Keys))
		m := cache.NewModels(c, cache.Lexical{}, r)
		hit := func(role, text string, reuse model.Reuse, want bool) {
			t.Helper()
			if got, cached, err := m.Ask(t.Context(), "main", "g1", asking(role, text), reuse); cached != want || err != nil {
				t.Errorf("cached %v, %+v %v", cached, got, err)
			}
		}
		hit("writer", "a question", model.Reuse{}, false)
		hit("writer", "a question", model.Reuse{}, false)
		hit("coder", "a question", model.Reuse{}, false)
		all := model.Reuse{Similar: true, Stale: true}
		hit("researcher", "summarise the readme file", all, false)
		time.Sleep(9 * time.Minute)
		hit("researcher", "Please summarise the readme file", all, true)
		time.Sleep(time.Minute)
		hit("researcher", "Please summarise the readme file", all, false) // not similar any more, and the same itself from now on
		hit("researcher", "summarise the readme file", all, true)
		time.Sleep(50 * time.Minute)
		before := len(scripted.Asked())
		hit("researcher", "summarise the readme file", model.Reuse{Stale: true}, true) // stale, and renewed
		c.Close()
		if n := len(scripted.Asked()) - before; n != 1 {
			t.Errorf("renewed %d times", n)
		}
		time.Sleep(59 * time.Minute)
		hit("researcher", "summarise the readme file", model.Reuse{}, true)
		time.Sleep(time.Minute)
		hit("researcher", "summarise the readme file", model.Reuse{}, false) // a goal that counts what it spends asks itself
		for _, n := range c.Counts() {
			if n.Space == "model-researcher" && (n.Stale != 1 || n.Renewed != 110 || n.Saved != 4*110 || n.Similar != 1) {
				t.Errorf("%+v", n)
			}
		}
		time.Sleep(9 * time.Hour)
		hit("coder", "a question", model.Reuse{}, true)
		time.Sleep(2 * time.Hour)
		hit("coder", "a question", model.Reuse{}, false)
	})
}

func TestADestroyedKeyTakesAnswersAndPlansAlong(t *testing.T) {
	t.Parallel()
	store, keys := new(memory.Store), new(memlog.Keys)
	r, _ := routed(t, threeRoles, counting)
	c := process(store, keys)
	m := cache.NewModels(c, cache.Lexical{}, r)
	type in struct{}
	key := in{}
	plans := cache.NewPlans(c, time.Hour, func(ctx context.Context) (string, string, bool) {
		goal, ok := ctx.Value(key).(string)
		return "main", goal, ok
	})
	first, second := context.WithValue(t.Context(), key, "g1"), context.WithValue(t.Context(), key, "g2")
	said(t, m, asking("researcher", "the whereabouts of Ada Lovelace"), model.Reuse{Similar: true})
	plans.Put(first, "plan.1", []byte("find Ada Lovelace"))
	plans.Put(t.Context(), "plan.2", []byte("of no goal"))
	for stored, err := range store.Since(t.Context(), "answer", 0) {
		if err != nil || strings.Contains(string(stored.Value), "answer 1") || strings.Contains(string(stored.Value), "Lovelace") {
			t.Errorf("%s is stored in the open: %s %v", stored.Key, stored.Value, err)
		}
	}
	if plan, ok := plans.Get(second, "plan.1"); !ok || string(plan) != "find Ada Lovelace" {
		t.Errorf("%q %v", plan, ok)
	}
	if _, ok := plans.Get(second, "plan.2"); ok {
		t.Error("a plan of no goal is found")
	}
	if err := keys.Destroy(t.Context(), "g1"); err != nil {
		t.Fatal(err)
	}
	if _, err := keys.Key(t.Context(), "g1"); err == nil || !isGone(err) {
		t.Fatalf("%v", err)
	}
	if _, ok := plans.Get(second, "plan.1"); ok {
		t.Error("a plan outlives its goal's key")
	}
	if _, cached, err := m.Ask(t.Context(), "main", "g2", asking("researcher", "the whereabouts of Ada Lovelace"), model.Reuse{Similar: true}); cached || err != nil {
		t.Errorf("an answer outlives its goal's key: %v", err)
	}
	plans.Put(second, "plan.1", []byte("again"))
	plans.Drop(second, "plan.1")
	plans.Drop(second, "plan.1")
	if _, ok := plans.Get(second, "plan.1"); ok {
		t.Error("what was dropped is found")
	}
}

func isGone(err error) bool {
	return strings.Contains(err.Error(), events.ErrForgotten.Error()) || strings.Contains(err.Error(), eventlog.ErrNoKey.Error())
}

// meaning makes one vector of all texts, and counts how often.
type meaning struct{ calls *atomic.Int32 }

func (meaning) Name() string { return "provider/meaning-2" }

func (m meaning) Embed(_ context.Context, texts []string) ([][]float32, error) {
	if m.calls.Add(1) == 2 {
		return nil, &model.Error{Code: model.CodeOverloaded, Message: "down"}
	}
	return make([][]float32, len(texts)), nil
}

func TestAVectorIsAskedForOnceAndMissedWithoutHarm(t *testing.T) {
	t.Parallel()
	r, _ := routed(t, threeRoles, counting)
	var calls atomic.Int32
	store, keys := new(memory.Store), new(memlog.Keys)
	one, two := cache.NewModels(process(store, keys), meaning{&calls}, r), cache.NewModels(process(store, keys), meaning{&calls}, r)
	said(t, one, asking("writer", "a question"), model.Reuse{Similar: true})
	said(t, two, asking("writer", "a question"), model.Reuse{Similar: true, Anew: true})
	q := asking("writer", "a question")
	q.Messages[0].Text = "of another prompt"
	said(t, two, q, model.Reuse{Similar: true}) // the same words: the same vector
	if n := calls.Load(); n != 1 {
		t.Errorf("asked for %d vectors", n)
	}
	if text, cached := said(t, two, asking("writer", "another question"), model.Reuse{Similar: true}); cached || text == "" {
		t.Errorf("%q, cached %v", text, cached)
	}
	if _, cached := said(t, one, asking("writer", "another question"), model.Reuse{Similar: true}); !cached {
		t.Error("a question is not kept because it has no vector")
	}
}
