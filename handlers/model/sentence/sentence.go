// Package sentence has a model on this machine make vectors of sentences, in a process of its own: whatever the model's runtime
// does, takes or prints is that process's end and nobody else's. The process is package onnx in "mergit embed".
package sentence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
)

// Config says which model, and how its process is started.
type Config struct {
	// Dir is the model's folder, with ModelFile and TokenizerFile.
	Dir string
	// Command starts the process: a program and its arguments, to which Dir is added. It speaks this package's frames.
	Command []string
	Now     func() time.Time
	// Wait bounds how long Embed waits, also for the model to be loaded. Defaults to 5 seconds: whoever asks can do without.
	Wait time.Duration
	// Idle is how long nobody asks until the process is ended, to give its memory back. Defaults to 10 minutes.
	Idle time.Duration
	// Answer and Load bound what a process may take for one question of MostTexts and for its model, before it is ended.
	// Each defaults to 2 minutes.
	Answer, Load time.Duration
}

// Embedder makes vectors. It implements cache.Embedder, and its errors are model.Embedder's.
type Embedder struct {
	cfg    Config
	digest string
	hello  Hello

	mu      sync.Mutex
	process *process // that runs; nil: the next question starts one
	fails   int      // in a row
	until   time.Time
	why     *model.Error
	closed  bool
}

// mostVectors of a request, as of every embedder.
const mostVectors = 256

// Open identifies a model's files, and has a process load and try them, so that whatever is wrong is said now. The files must stay
// as they are until Close: a process that finds others refuses to work, since their vectors would be compared with these.
func Open(ctx context.Context, cfg Config) (*Embedder, error) {
	cfg.Wait, cfg.Idle = cmp.Or(cfg.Wait, 5*time.Second), cmp.Or(cfg.Idle, 10*time.Minute)
	cfg.Answer, cfg.Load = cmp.Or(cfg.Answer, 2*time.Minute), cmp.Or(cfg.Load, 2*time.Minute)
	files, err := Identify(cfg.Dir)
	if err != nil {
		return nil, err
	}
	e := &Embedder{cfg: cfg, digest: files.Digest}
	p := e.start()
	select {
	case <-p.ready:
	case <-p.done:
		return nil, fmt.Errorf("%s: %w", cfg.Dir, p.why)
	case <-ctx.Done():
		p.end()
		return nil, context.Cause(ctx)
	}
	e.process, e.hello = p, p.hello
	return e, nil
}

// Name is of the model's files, of how texts become its vectors, and of their size.
func (e *Embedder) Name() string {
	return fmt.Sprintf("onnx-%d-%s-%d", Version, e.digest, e.hello.Dimensions+unreadSize)
}

// Tokens are how many a model reads of a text. The rest counts as it is written.
func (e *Embedder) Tokens() int { return e.hello.Tokens }

// Close ends the process and waits for it.
func (e *Embedder) Close() {
	e.mu.Lock()
	p := e.process
	e.process, e.closed = nil, true
	e.mu.Unlock()
	if p != nil {
		p.end()
	}
}

// Embed makes a vector of length 1 of each text. Its errors are *model.Error, or the context's.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) == 0 || len(texts) > mostVectors {
		return nil, fault(model.CodeRefused, false, "want 1 to %d texts, not %d", mostVectors, len(texts))
	}
	own, cancel := context.WithTimeoutCause(ctx, e.cfg.Wait, errLate)
	defer cancel()
	vectors := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		n := min(len(texts), MostTexts)
		some, err := e.some(own, texts[:n])
		if err != nil && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			return nil, err
		}
		vectors, texts = append(vectors, some...), texts[n:]
	}
	return vectors, nil
}

var errLate = errors.New("the model did not answer in time")

// some makes vectors of at most MostTexts. Any process can be ended once, so it asks the next one, too, unless others have failed.
func (e *Embedder) some(ctx context.Context, texts []string) ([][]float32, error) {
	q := &asked{texts: texts, answer: make(chan [][]float32, 1)}
	for {
		p, err := e.running()
		if err != nil {
			return nil, err
		}
		select {
		case p.asks <- q: // taken only once the model is loaded, one after another
			select {
			case vectors := <-q.answer:
				return e.answered(vectors), nil
			case <-p.done:
			case <-ctx.Done(): // the process goes on, and its answer is dropped
				return nil, late()
			}
			if len(q.answer) > 0 { // just before
				return e.answered(<-q.answer), nil
			}
		case <-p.done:
		case <-ctx.Done():
			return nil, late()
		}
		if again, why := e.failed(p); !again {
			return nil, why
		}
	}
}

func (e *Embedder) answered(vectors [][]float32) [][]float32 {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.fails = 0
	return vectors
}

func late() *model.Error {
	return &model.Error{Code: model.CodeUnreachable, Retryable: true, Message: errLate.Error(), Err: errLate}
}

// running is a process that runs or is being started.
func (e *Embedder) running() (*process, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, closed()
	}
	if p := e.process; p != nil {
		select {
		case <-p.done:
			e.lost(p)
		default:
			return p, nil
		}
	}
	if rest := e.until.Sub(e.cfg.Now()); e.why != nil && rest > 0 {
		return nil, &model.Error{Code: e.why.Code, Retryable: true, RetryAfter: rest, Message: "vectors are not asked for: " + e.why.Message, Err: e.why}
	}
	e.process = e.start()
	return e.process, nil
}

// failed notes that a process ended while somebody waited for it, and says why, or to ask the next one.
func (e *Embedder) failed(p *process) (again bool, why error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.lost(p)
	switch {
	case e.closed:
		return false, closed()
	case p.why == nil || e.fails == 1: // it ended in order, since nobody had asked, or is the first that did not
		return true, nil
	}
	return false, p.why
}

func closed() *model.Error { return fault(model.CodeRefused, false, "the model was closed") }

// mostRest bounds how long no process is started after some have failed.
const mostRest = time.Minute

// lost has the next process wait for longer each time: not after the first loss, then a second, two, four. One that ended in order is
// no loss.
func (e *Embedder) lost(p *process) {
	if e.process != p {
		return // somebody else has noted it
	}
	e.process = nil
	if p.why == nil {
		return
	}
	e.fails++
	e.why, e.until = p.why, e.cfg.Now()
	if e.fails > 1 {
		e.until = e.until.Add(min(mostRest, time.Second<<min(e.fails-2, 10)))
	}
}

func fault(code string, retryable bool, format string, args ...any) *model.Error {
	return &model.Error{Code: code, Retryable: retryable, Message: fmt.Sprintf(format, args...)}
}
