package cache_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/memory"
	"github.com/mergit-io/mergit/handlers/tools"
)

// board is a tool that reads a number, writes it, and can fail.
type board struct {
	name, group, account string
	keeps                time.Duration
	number, calls        *atomic.Int32
}

func (b board) Spec() tools.Spec {
	return tools.Spec{Name: b.name, Description: "a board", Input: json.RawMessage(`{"type":"object"}`), Output: json.RawMessage(`{}`), CacheFor: b.keeps, CacheGroup: b.group, CacheWith: b.account}
}

func (board) Effect(args json.RawMessage) tools.Effect {
	var a struct{ Op string }
	if json.Unmarshal(args, &a) == nil && a.Op == "read" {
		return tools.Read
	}
	return tools.Write
}

func (b board) Run(_ context.Context, call tools.Call) (tools.Result, error) {
	b.calls.Add(1)
	switch n := b.number.Load(); {
	case n == 404:
		return tools.Result{}, tools.Fail(tools.CodeNotFound, "no number")
	case n == 503:
		return tools.Result{}, &tools.Error{Code: tools.CodeUnavailable, Message: "down", Retryable: true}
	default:
		return tools.Value(n)
	}
}

func (b board) Keep(_ json.RawMessage, _ tools.Result, failed *tools.Error) time.Duration {
	switch {
	case failed == nil:
		return b.keeps
	case failed.Code == tools.CodeNotFound:
		return 30 * time.Second
	}
	return 0
}

var _ tools.Keeper = board{}

func newBoard(name string) board {
	return board{name: name, keeps: 5 * time.Minute, number: new(atomic.Int32), calls: new(atomic.Int32)}
}

func use(t *testing.T, c *cache.Tools, b board, args string) (string, bool) {
	t.Helper()
	result, cached, err := c.Call(t.Context(), "main", "g1", b, json.RawMessage(args), func(ctx context.Context) (tools.Result, error) {
		return b.Run(ctx, tools.Call{Args: json.RawMessage(args)})
	})
	if err != nil {
		failed, ok := errors.AsType[*tools.Error](err)
		if !ok {
			t.Fatal(err)
		}
		return failed.Code + ": " + failed.Message, cached
	}
	return string(result.Value), cached
}

func TestEqualCallsAreAnsweredOnceHoweverTheyAreWritten(t *testing.T) {
	t.Parallel()
	c := cache.NewTools(process(new(memory.Store), new(memlog.Keys)))
	b := newBoard("board")
	b.number.Store(7)
	for i, args := range []string{`{"op":"read","at":[1,2]}`, `{ "at": [1, 2],  "op": "read" }`, `{"at":[1,2.0],"op":"\u0072ead"}`} {
		if got, cached := use(t, c, b, args); got != "7" || cached != (i > 0) {
			t.Errorf("%s: %s, cached %v", args, got, cached)
		}
	}
	for _, args := range []string{`{"op":"read","at":[2,1]}`, `{"op":"read","at":["1","2"]}`, `{"op":"read"}`} {
		if _, cached := use(t, c, b, args); cached {
			t.Errorf("%s is another call", args)
		}
	}
	b.account = "somebody else"
	if _, cached := use(t, c, b, `{"op":"read"}`); cached {
		t.Error("what one account sees is shown to another")
	}
}

func TestOnlyWhatTheToolCallsAReadIsKept(t *testing.T) {
	t.Parallel()
	b := newBoard("board")
	if !cache.Cacheable(b, json.RawMessage(`{"op":"read"}`)) || cache.Cacheable(b, json.RawMessage(`{"op":"write"}`)) || cache.Cacheable(b, nil) {
		t.Error("a write is kept, or a read is not")
	}
	b.keeps = 0
	if cache.Cacheable(b, json.RawMessage(`{"op":"read"}`)) {
		t.Error("a tool that says never is kept")
	}
}

// plainBoard says nothing of what it came to.
type plainBoard struct{ b board }

func (p plainBoard) Spec() tools.Spec                         { return p.b.Spec() }
func (p plainBoard) Effect(args json.RawMessage) tools.Effect { return p.b.Effect(args) }
func (p plainBoard) Run(ctx context.Context, c tools.Call) (tools.Result, error) {
	return p.b.Run(ctx, c)
}

func TestAFailureIsNotKeptIfTheToolDoesNotSaySo(t *testing.T) {
	t.Parallel()
	c := cache.NewTools(process(new(memory.Store), new(memlog.Keys)))
	p := plainBoard{newBoard("board")}
	call := func() (cached bool, err error) {
		args := json.RawMessage(`{"op":"read"}`)
		_, cached, err = c.Call(t.Context(), "main", "g1", p, args, func(ctx context.Context) (tools.Result, error) { return p.Run(ctx, tools.Call{Args: args}) })
		return cached, err
	}
	for _, number := range []int32{404, 503, 7} {
		p.b.number.Store(number)
		if cached, err := call(); cached || (err == nil) != (number == 7) {
			t.Errorf("at %d: cached %v, %v", number, cached, err)
		}
	}
	if cached, err := call(); !cached || err != nil {
		t.Errorf("what it answered is asked for again: %v", err)
	}
}

func TestFailuresAreKeptAsLongAsTheToolSays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := cache.NewTools(process(&memory.Store{Now: time.Now}, new(memlog.Keys)))
		b := newBoard("board")
		b.number.Store(404)
		for i := range 3 {
			if got, cached := use(t, c, b, `{"op":"read"}`); got != "not_found: no number" || cached != (i > 0) {
				t.Errorf("%s, cached %v", got, cached)
			}
		}
		b.number.Store(503)
		time.Sleep(30 * time.Second)
		for range 2 {
			if got, cached := use(t, c, b, `{"op":"read"}`); got != "unavailable: down" || cached {
				t.Errorf("%s, cached %v", got, cached)
			}
		}
		if b.calls.Load() != 3 {
			t.Errorf("%d calls", b.calls.Load())
		}
	})
}

func TestAWriteForgetsWhatItsGroupHasRead(t *testing.T) {
	t.Parallel()
	store, keys := new(memory.Store), new(memlog.Keys)
	c, elsewhere := cache.NewTools(process(store, keys)), cache.NewTools(process(store, keys))
	reader, writer, other := newBoard("reader"), newBoard("writer"), newBoard("other")
	reader.group, writer.group = "boards", "boards"
	use(t, c, reader, `{"op":"read"}`)
	use(t, c, other, `{"op":"read"}`)
	if err := elsewhere.Wrote(t.Context(), "main", writer); err != nil {
		t.Fatal(err)
	}
	reader.number.Store(1)
	if got, cached := use(t, c, reader, `{"op":"read"}`); got != "1" || cached {
		t.Errorf("%s, cached %v: what was read before the write", got, cached)
	}
	if _, cached := use(t, c, other, `{"op":"read"}`); !cached {
		t.Error("another group was forgotten, too")
	}
	// What is being read while something is written is not kept, either.
	_, _, err := c.Call(t.Context(), "main", "g1", reader, json.RawMessage(`{"op":"read","slow":true}`), func(ctx context.Context) (tools.Result, error) {
		return tools.Result{Value: json.RawMessage(`"before"`)}, elsewhere.Wrote(ctx, "main", writer)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := use(t, c, reader, `{"op":"read","slow":true}`); got == `"before"` {
		t.Error("a read that began before a write is kept after it")
	}
	use(t, c, reader, `{"op":"read"}`)
	if err := elsewhere.Wrote(t.Context(), "another", writer); err != nil {
		t.Fatal(err)
	}
	if _, cached := use(t, c, reader, `{"op":"read"}`); !cached {
		t.Error("another workspace's write forgot it")
	}
}

func ExampleTools_Call() {
	c := cache.NewTools(process(new(memory.Store), new(memlog.Keys)))
	b := newBoard("board")
	for _, args := range []string{`{"op":"read","at":1}`, `{"at":1,"op":"read"}`} {
		result, cached, _ := c.Call(context.Background(), "main", "g1", b, json.RawMessage(args), func(ctx context.Context) (tools.Result, error) {
			return b.Run(ctx, tools.Call{})
		})
		fmt.Println(string(result.Value), cached)
	}
	// Output:
	// 0 false
	// 0 true
}
