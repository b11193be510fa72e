package sentence

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/mergit-io/mergit/handlers/model"
)

// process is one that has loaded the model, or is loading it.
type process struct {
	asks  chan *asked   // taken one after another
	ready chan struct{} // closed: hello is there
	done  chan struct{} // closed: it has ended, and why is there
	stop  context.CancelFunc

	hello Hello
	why   *model.Error // nil: it was told to end, or nobody asked
}

// asked is a question of Embed. Where the process ends over it, there is no answer.
type asked struct {
	texts  []string
	answer chan [][]float32 // takes one
}

// start starts a process. It has one goroutine of ours, until done.
func (e *Embedder) start() *process {
	ctx, stop := context.WithCancel(context.Background()) // it lives longer than the question that it is started for
	p := &process{asks: make(chan *asked), ready: make(chan struct{}), done: make(chan struct{}), stop: stop}
	go func() {
		defer close(p.done)
		defer stop()
		// The kernel ends a child when the thread that started it ends, so this one stays.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		p.why = p.run(ctx, e.cfg, e.digest)
	}()
	return p
}

// end tells the process to end and waits until it has.
func (p *process) end() {
	p.stop()
	<-p.done
}

// errEnded marks a process that ended by itself.
var errEnded = errors.New("the model's process ended")

// grace is how long a process that was told to end may take.
const grace = 2 * time.Second

// run is a process from its start to its end.
func (p *process) run(ctx context.Context, cfg Config, digest string) *model.Error {
	cmd := exec.Command(cfg.Command[0], append(cfg.Command[1:len(cfg.Command):len(cfg.Command)], cfg.Dir)...)
	cmd.Env = []string{"LC_ALL=C"} // it needs no secret of ours
	cmd.SysProcAttr = attributes()
	var errs first
	cmd.Stderr = &errs
	in, err := cmd.StdinPipe()
	var out io.ReadCloser
	if err == nil {
		out, err = cmd.StdoutPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return &model.Error{Code: model.CodeUnreachable, Retryable: true, Message: "start the model's process: " + err.Error(), Err: err}
	}
	c := &conversation{process: p, cfg: cfg, in: in, frames: make(chan frame), kill: func() { _ = cmd.Process.Kill() }}
	var reading sync.WaitGroup
	reading.Go(func() { c.read(out) })
	why := c.run(ctx, digest)

	// The end of what it is asked tells it to end. One that is at fault is not waited for.
	_ = in.Close()
	overdue := time.AfterFunc(grace, c.kill)
	if why != nil {
		c.kill()
	}
	for range c.frames { // until its end
	}
	reading.Wait()
	_ = cmd.Wait()
	overdue.Stop()
	if why != nil && why.Err == errEnded {
		for _, how := range []string{cmd.ProcessState.String(), errs.line()} {
			if how != "" {
				why.Message += ": " + how
			}
		}
	}
	return why
}

// conversation is what is said between us and a process.
type conversation struct {
	process *process
	cfg     Config
	in      io.Writer
	frames  chan frame // closed at the end
	kill    func()
	number  uint64
}

type frame struct {
	json json.RawMessage
	err  error // the last one's
}

func (c *conversation) read(out io.Reader) {
	defer close(c.frames)
	for r := bufio.NewReader(out); ; {
		var f frame
		f.err = ReadFrame(r, &f.json)
		c.frames <- f
		if f.err != nil {
			return
		}
	}
}

// run is a conversation from its first word; nil where it ended in order.
func (c *conversation) run(ctx context.Context, digest string) *model.Error {
	p := c.process
	why := c.within(c.cfg.Load, "load the model", func() *model.Error { return c.hear(ctx, &p.hello) })
	switch h := p.hello; {
	case why != nil:
		return c.unlessTold(ctx, why)
	case h.Version != Version:
		return fault(model.CodeInvalid, true, "the model's process speaks version %d, not %d", h.Version, Version)
	case h.Fault != "":
		return fault(model.CodeNoModel, true, "%s", brief(h.Fault))
	case h.Digest != digest:
		return fault(model.CodeNoModel, true, "the model's files are others than when this process started: start it again to use them")
	case h.Dimensions < 1 || h.Dimensions > MostDimensions:
		return fault(model.CodeInvalid, true, "the model's process announced %d dimensions", h.Dimensions)
	}
	close(p.ready)
	for {
		idle := time.NewTimer(c.cfg.Idle)
		select {
		case q := <-p.asks:
			idle.Stop()
			var vectors [][]float32
			why := c.within(c.cfg.Answer, "answer", func() (why *model.Error) {
				vectors, why = c.ask(ctx, q.texts)
				return why
			})
			if why != nil {
				return c.unlessTold(ctx, why)
			}
			q.answer <- vectors
		case f := <-c.frames:
			if why := ended(f.err); why != nil {
				return why
			}
			return fault(model.CodeInvalid, true, "the model's process answered what nobody asked")
		case <-idle.C:
			return nil
		case <-ctx.Done():
			idle.Stop()
			return nil
		}
	}
}

func (c *conversation) unlessTold(ctx context.Context, why *model.Error) *model.Error {
	if ctx.Err() != nil {
		return nil
	}
	return why
}

// within ends the process where something takes too long, and with it whatever was waited for.
func (c *conversation) within(most time.Duration, what string, do func() *model.Error) *model.Error {
	overdue := time.AfterFunc(most, c.kill)
	why := do()
	if !overdue.Stop() {
		return fault(model.CodeUnreachable, true, "the model's process took longer than %s to %s", most, what)
	}
	return why
}

// hear waits for a frame.
func (c *conversation) hear(ctx context.Context, v any) *model.Error {
	select {
	case f := <-c.frames:
		if why := ended(f.err); why != nil {
			return why
		}
		if err := json.Unmarshal(f.json, v); err != nil {
			return fault(model.CodeInvalid, true, "the model's process said what is not of its protocol: %v", err)
		}
		return nil
	case <-ctx.Done():
		return ended(io.EOF)
	}
}

// ended makes an error of what ended reading.
func ended(err error) *model.Error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errFrame):
		return &model.Error{Code: model.CodeInvalid, Retryable: true, Message: "the model's process said what is not of its protocol", Err: err}
	}
	return &model.Error{Code: model.CodeUnreachable, Retryable: true, Message: errEnded.Error(), Err: errEnded}
}

// ask asks for vectors and checks what comes.
func (c *conversation) ask(ctx context.Context, texts []string) ([][]float32, *model.Error) {
	c.number++
	whole, heads := make([]string, len(texts)), make([]string, len(texts))
	for i, text := range texts {
		whole[i] = strings.ToValidUTF8(text, "�") // as JSON would, which the number of bytes read is of
		heads[i] = head(whole[i])
	}
	if err := Write(c.in, Question{c.number, heads}); err != nil {
		return nil, ended(err)
	}
	var a Answer
	if why := c.hear(ctx, &a); why != nil {
		return nil, why
	}
	if a.Fault != "" {
		return nil, fault(model.CodeInvalid, true, "the model failed: %s", brief(a.Fault))
	}
	if a.Number != c.number || len(a.Vectors) != len(texts) || len(a.Read) != len(texts) {
		return nil, fault(model.CodeInvalid, true, "the model's process answered question %d with %d vectors, where %d asked for %d", a.Number, len(a.Vectors), c.number, len(texts))
	}
	vectors := make([][]float32, len(texts))
	for i, v := range a.Vectors {
		if len(v) != c.process.hello.Dimensions || a.Read[i] < 0 || a.Read[i] > len(heads[i]) {
			return nil, fault(model.CodeInvalid, true, "a vector of %d dimensions, not %d", len(v), c.process.hello.Dimensions)
		}
		var ok bool
		if vectors[i], ok = finish(v, whole[i][a.Read[i]:]); !ok {
			return nil, fault(model.CodeInvalid, true, "a vector without a direction")
		}
	}
	return vectors, nil
}

// head is the part of a text that is looked at.
func head(text string) string {
	if len(text) <= MostBytes {
		return text
	}
	cut := MostBytes
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut]
}
