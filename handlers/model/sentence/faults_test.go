package sentence_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/sentence"
	"github.com/mergit-io/mergit/handlers/model/sentence/onnx"
)

// TestMain is also the model's process, as "mergit embed" is, or one that misbehaves.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "embed" {
		if err := serve(os.Args[len(os.Args)-1], os.Args[2:len(os.Args)-1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 2 && os.Args[1] == "parent" {
		parent(os.Args[2])
	}
	os.Exit(m.Run())
}

// misbehaves is what a process does instead of answering a question. It says whether it goes on.
var misbehaves = map[string]func(out io.Writer, hello sentence.Hello, q sentence.Question) bool{
	"garbage": func(out io.Writer, _ sentence.Hello, _ sentence.Question) bool {
		fmt.Fprintln(out, "SimpleGo backend: parallelism set to 2")
		return true
	},
	"huge": func(out io.Writer, _ sentence.Hello, _ sentence.Question) bool {
		_, _ = out.Write([]byte{0xff, 0xff, 0xff, 0xff})
		return true
	},
	"exits": func(io.Writer, sentence.Hello, sentence.Question) bool { return false },
	"halves": func(out io.Writer, _ sentence.Hello, q sentence.Question) bool {
		var b bytes.Buffer
		_ = sentence.Write(&b, sentence.Answer{Number: q.Number})
		_, _ = out.Write(b.Bytes()[:b.Len()/2])
		kill()
		return false
	},
	"stuck": func(io.Writer, sentence.Hello, sentence.Question) bool { return true },
	"faults": func(out io.Writer, _ sentence.Hello, q sentence.Question) bool {
		return sentence.Write(out, sentence.Answer{Number: q.Number, Fault: "no such operator"}) == nil
	},
	"other": func(out io.Writer, h sentence.Hello, q sentence.Question) bool {
		return sentence.Write(out, answer(h, q.Number+1, len(q.Texts), 1)) == nil
	},
	"fewer": func(out io.Writer, h sentence.Hello, q sentence.Question) bool {
		return sentence.Write(out, answer(h, q.Number, len(q.Texts)-1, 1)) == nil
	},
	"shorter": func(out io.Writer, h sentence.Hello, q sentence.Question) bool {
		h.Dimensions--
		return sentence.Write(out, answer(h, q.Number, len(q.Texts), 1)) == nil
	},
	"nowhere": func(out io.Writer, h sentence.Hello, q sentence.Question) bool {
		return sentence.Write(out, answer(h, q.Number, len(q.Texts), 0)) == nil
	},
	"beyond": func(out io.Writer, h sentence.Hello, q sentence.Question) bool {
		a := answer(h, q.Number, len(q.Texts), 1)
		a.Read[0] = math.MaxInt
		return sentence.Write(out, a) == nil
	},
	"twice": func(out io.Writer, h sentence.Hello, q sentence.Question) bool {
		a := answer(h, q.Number, len(q.Texts), 1)
		return errors.Join(sentence.Write(out, a), sentence.Write(out, a)) == nil
	},
}

// kill is kill -9 of this process.
func kill() {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
	}
	select {}
}

func answer(h sentence.Hello, number uint64, n int, each float32) sentence.Answer {
	a := sentence.Answer{Number: number, Read: make([]int, n)}
	for range n {
		v := make([]float32, h.Dimensions)
		for i := range v {
			v[i] = each
		}
		a.Vectors = append(a.Vectors, v)
	}
	return a
}

// serve is the process. Of how, the first word is what it does, and the second a file that lists those that were started and asked;
// "once-" does it only the first time.
func serve(dir string, how []string) error {
	if len(how) == 0 {
		return onnx.Serve(context.Background(), dir, os.Stdin, os.Stdout)
	}
	name, once := strings.CutPrefix(how[0], "once-")
	if len(how) > 1 {
		f, err := os.OpenFile(how[1], os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o644)
		if err != nil {
			return err
		}
		if info, err := f.Stat(); err != nil || once && info.Size() > 0 {
			return errors.Join(err, onnx.Serve(context.Background(), dir, os.Stdin, os.Stdout))
		}
		if _, err := f.WriteString("."); err != nil {
			return err
		}
	}
	files, err := sentence.Identify(dir)
	if err != nil {
		return err
	}
	hello := sentence.Hello{Version: sentence.Version, Digest: files.Digest, Dimensions: 48, Tokens: 32}
	switch name {
	case "newer":
		hello.Version++
	case "flat":
		hello.Dimensions = 0
	case "silent":
		_, err := io.Copy(io.Discard, os.Stdin)
		return err
	case "chats":
		fmt.Println("Hello! I am a sentence model.")
	}
	if err := sentence.Write(os.Stdout, hello); err != nil {
		return err
	}
	for {
		var q sentence.Question
		if err := sentence.ReadFrame(os.Stdin, &q); err != nil {
			return err
		}
		if !misbehaves[name](os.Stdout, hello, q) {
			return errors.New("panic: index out of range")
		}
	}
}

// parent opens a model, says so, and waits to be killed.
func parent(dir string) {
	if _, err := sentence.Open(context.Background(), sentence.Config{Dir: dir, Command: []string{os.Args[0], "embed"}, Now: time.Now}); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("open")
	select {}
}

func TestAProcessThatMisbehavesIsEndedAndTheNextOneAsked(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]struct{ code, words string }{
		"garbage": {model.CodeInvalid, "not of its protocol"},
		"huge":    {model.CodeInvalid, "not of its protocol"},
		"exits":   {model.CodeUnreachable, "ended: exit status 1: panic: index out of range"},
		"halves":  {model.CodeUnreachable, "ended: signal: killed"},
		"faults":  {model.CodeInvalid, "the model failed: no such operator"},
		"other":   {model.CodeInvalid, "answered question 2"},
		"fewer":   {model.CodeInvalid, "with 1 vectors"},
		"shorter": {model.CodeInvalid, "47 dimensions, not 48"},
		"nowhere": {model.CodeInvalid, "without a direction"},
		"beyond":  {model.CodeInvalid, ""},
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			dir := folder(t, 32)
			_, err := open(t, config(dir, how)).Embed(t.Context(), []string{"the moon", "the car"})
			failed(t, err, want.code, want.words)
			once := open(t, config(dir, "once-"+how, filepath.Join(t.TempDir(), "started")))
			if v := embed(t, once, "the moon", "the car"); len(v) != 2 {
				t.Errorf("%d vectors", len(v))
			}
		})
	}
}

func TestAProcessThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]string{"chats": "not of its protocol", "newer": "speaks version 2, not 1", "flat": "announced 0 dimensions", "silent": "longer than 50ms to load the model"} {
		cfg := config(folder(t, 32), how)
		if how == "silent" {
			cfg.Load = 50 * time.Millisecond
		}
		if _, err := sentence.Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", how, err)
		}
	}
}

func TestAProcessThatTakesTooLongIsEnded(t *testing.T) {
	t.Parallel()
	cfg := config(folder(t, 32), "stuck")
	cfg.Answer = 50 * time.Millisecond
	e := open(t, cfg)
	// More than a pipe holds; it reads all of it, and does nothing.
	_, err := e.Embed(t.Context(), []string{strings.Repeat("the moon ", 1<<15)})
	failed(t, err, model.CodeUnreachable, "longer than 50ms to answer")
}

// A second answer to a question is not taken for the next one's, whether it is seen before that is asked or instead of its own.
func TestWhatNobodyAskedForEndsTheProcess(t *testing.T) {
	t.Parallel()
	e := open(t, config(folder(t, 32), "once-twice", filepath.Join(t.TempDir(), "started")))
	if first, second := embed(t, e, "the moon")[0], embed(t, e, "the car")[0]; slices.Equal(first, second) {
		t.Error("it was taken for one")
	}
}

type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func TestAProcessThatEndsAgainAndAgainIsStartedLessAndLess(t *testing.T) {
	t.Parallel()
	list := filepath.Join(t.TempDir(), "started")
	at := &clock{at: time.Unix(1, 0)}
	cfg := config(folder(t, 32), "exits", list)
	cfg.Now = at.now
	e := open(t, cfg)
	ask := func() *model.Error {
		_, err := e.Embed(t.Context(), []string{"the moon"})
		failed(t, err, model.CodeUnreachable, "ended")
		why, _ := errors.AsType[*model.Error](err)
		return why
	}
	started := func() int {
		b, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		return len(b)
	}
	ask() // two processes, at once
	for n, rest := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second, 32 * time.Second, time.Minute, time.Minute} {
		at.pass(rest - time.Millisecond)
		if why := ask(); why.RetryAfter != time.Millisecond || started() != n+2 {
			t.Errorf("after %d: rests %s, started %d times", n+2, why.RetryAfter, started())
		}
		at.pass(time.Millisecond)
		if ask(); started() != n+3 {
			t.Errorf("after a rest of %s: started %d times, want %d", rest, started(), n+3)
		}
	}
}

// FuzzFrames looks for bytes that make reading panic or take memory that they do not fill, and frames that do not come back as they
// were written.
func FuzzFrames(f *testing.F) {
	var whole bytes.Buffer
	_ = sentence.Write(&whole, sentence.Answer{Number: 7, Vectors: [][]float32{{1, -0.5}}, Read: []int{3}})
	f.Add(whole.Bytes())
	f.Add([]byte("\x00\x00\x00\x02{}"))
	f.Add([]byte("\x00\x00\x00\x05[1]"))
	f.Add([]byte("\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var a, again json.RawMessage
		r := bytes.NewReader(b)
		if sentence.ReadFrame(r, &a) != nil {
			return
		}
		var out bytes.Buffer
		if err := sentence.Write(&out, a); err != nil {
			t.Fatal(err)
		}
		if err := sentence.ReadFrame(&out, &again); err != nil {
			t.Fatal(err)
		}
		var one, two any
		if json.Unmarshal(a, &one) != nil || json.Unmarshal(again, &two) != nil || fmt.Sprint(one) != fmt.Sprint(two) {
			t.Errorf("%s came back as %s", a, again)
		}
	})
}
