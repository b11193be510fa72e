package node

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/sentence"
)

// SentenceCommand is the command that runs a sentence model for this process. It is no part of the command line's promises.
const SentenceCommand = "embed"

// openSentence has this very program run the model of a folder.
func openSentence(ctx context.Context, dir string) (*sentence.Embedder, error) {
	self := "/proc/self/exe" // is what runs, also where it was replaced since
	if runtime.GOOS != "linux" {
		var err error
		if self, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	e, err := sentence.Open(ctx, sentence.Config{Dir: dir, Command: []string{self, SentenceCommand, "--model"}, Now: time.Now})
	if err == nil {
		return e, nil
	}
	err = fmt.Errorf("embeddings.onnx: %w", err)
	// The process of a good model can die, too: that is no fault of what was configured.
	if failed, ok := errors.AsType[*model.Error](err); ctx.Err() != nil || ok && failed.Code != model.CodeNoModel {
		return nil, err
	}
	return nil, &SettingsError{err}
}

// SettingsError is a fault of the configuration that shows only when what it names is used.
type SettingsError struct{ Err error }

func (e *SettingsError) Error() string { return e.Err.Error() }

func (e *SettingsError) Unwrap() error { return e.Err }

// CheckEmbeddings has the sentence model that a models' file names make a vector, and says what it is; nothing if it names none, or
// is refused, which Config.Check says.
func CheckEmbeddings(ctx context.Context, models string) (string, error) {
	f, err := readModels(models)
	if err != nil || f.Embeddings.ONNX == "" {
		return "", nil
	}
	e, err := openSentence(ctx, f.Embeddings.ONNX)
	if err != nil {
		return "", err
	}
	defer e.Close()
	began := time.Now()
	vectors, err := e.Embed(ctx, []string{"How many goals were done today, and what did they cost?"})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s reads %d tokens of a text; a vector of %d dimensions took %d ms", f.Embeddings.ONNX, e.Tokens(), len(vectors[0]), time.Since(began).Milliseconds()), nil
}
