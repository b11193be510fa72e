package onnx

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/mergit-io/mergit/handlers/model/sentence"
)

// Serve answers questions with the model of a folder until in or ctx ends, or something is wrong, which it also says to out. A fault
// is the end of it: whoever asks starts another process.
func Serve(ctx context.Context, dir string, in io.Reader, out io.Writer) error {
	m, hello, err := start(dir)
	if err != nil {
		return errors.Join(err, sentence.Write(out, sentence.Hello{Version: sentence.Version, Fault: err.Error()}))
	}
	if err := sentence.Write(out, hello); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	questions := make(chan sentence.Question)
	go func() { // waits for in, which only its writer can end, and so may outlive Serve
		for r := bufio.NewReader(in); ; {
			var q sentence.Question
			if err := sentence.ReadFrame(r, &q); err != nil {
				// Also in the middle of a question, so that no process outlives the one that asks.
				stop(err)
				return
			}
			select {
			case questions <- q:
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case q := <-questions:
			a, err := m.answer(ctx, q)
			if err := errors.Join(err, sentence.Write(out, a)); err != nil {
				return err
			}
		case <-ctx.Done():
			if err := context.Cause(ctx); !errors.Is(err, io.EOF) {
				return err
			}
			return nil
		}
	}
}

// start loads a model, and keeps the process from taking the machine with it.
func start(dir string) (*Model, sentence.Hello, error) {
	files, err := sentence.Read(dir)
	if err != nil {
		return nil, sentence.Hello{}, err
	}
	if err := bound(memory + weightCopies*uint64(files.Size)); err != nil {
		return nil, sentence.Hello{}, fmt.Errorf("bound the memory: %w", err)
	}
	m, err := Load(files)
	if err != nil {
		return nil, sentence.Hello{}, err
	}
	clear(files.Bytes)
	debug.FreeOSMemory() // reading took three times the file's size
	return m, sentence.Hello{Version: sentence.Version, Digest: files.Digest, Dimensions: m.dimensions, Tokens: m.limit}, nil
}

const (
	// memory that the process may take besides the model's files, in bytes. all-MiniLM-L6-v2 takes 200 MB in all; with 512 tokens
	// the largest models of its family take four times what it takes for one text.
	memory = 1 << 30
	// weightCopies are the file, what is parsed of it, the tensors, and as much again for the collector.
	weightCopies = 4
)

// answer makes the vectors of a question.
func (m *Model) answer(ctx context.Context, q sentence.Question) (sentence.Answer, error) {
	a := sentence.Answer{Number: q.Number}
	if len(q.Texts) > sentence.MostTexts {
		return sentence.Answer{Number: q.Number, Fault: "too many texts"}, fmt.Errorf("%d texts", len(q.Texts))
	}
	for _, text := range q.Texts {
		if err := context.Cause(ctx); err != nil {
			return sentence.Answer{Number: q.Number, Fault: "nobody asks any more"}, err
		}
		vector, read, err := m.Vector(text)
		if err != nil {
			return sentence.Answer{Number: q.Number, Fault: err.Error()}, err
		}
		a.Vectors, a.Read = append(a.Vectors, vector), append(a.Read, read)
	}
	return a, nil
}
