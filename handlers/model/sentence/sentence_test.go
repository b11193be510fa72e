package sentence_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/cachetest"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/model/sentence"
	"github.com/mergit-io/mergit/handlers/model/sentence/sentencetest"
)

// config runs this test's own program as the model's process: the real one, or in a way that it misbehaves.
func config(dir string, how ...string) sentence.Config {
	return sentence.Config{Dir: dir, Command: append([]string{os.Args[0], "embed"}, how...), Now: time.Now, Wait: time.Minute}
}

func open(t testing.TB, cfg sentence.Config) *sentence.Embedder {
	t.Helper()
	e, err := sentence.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// folder holds a model of meanings that reads limit tokens.
func folder(t testing.TB, limit int) string {
	return sentencetest.Folder(t, sentencetest.Meanings(48), sentencetest.Tokenizer(limit), nil)
}

// embed makes vectors that there must be.
func embed(t testing.TB, e *sentence.Embedder, texts ...string) [][]float32 {
	t.Helper()
	v, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// failed is an embedder's error with a code, and words.
func failed(t testing.TB, err error, code, words string) {
	t.Helper()
	if e, ok := errors.AsType[*model.Error](err); !ok || e.Code != code || !strings.Contains(err.Error(), words) {
		t.Errorf("%v, want %s with %q", err, code, words)
	}
}

func TestALocalModelIsAnEmbedder(t *testing.T) {
	t.Parallel()
	cachetest.Embedder(t, func(t *testing.T) cache.Embedder { return open(t, config(folder(t, 32))) })
}

func TestSentencesThatMeanTheSameAreNear(t *testing.T) {
	t.Parallel()
	v := embed(t, open(t, config(folder(t, 32))), "Summarise the repository.", "A summary of the codebase", "How does the moon work?")
	if same, other := cache.Similarity(v[0], v[1]), cache.Similarity(v[0], v[2]); same < cache.Threshold || other > 0.5 {
		t.Errorf("cosine %f of the same, %f of others", same, other)
	}
}

func TestATextOfAMegabyteIsCutAndWhatIsNotReadCounts(t *testing.T) {
	t.Parallel()
	e := open(t, config(folder(t, 16)))
	long := strings.Repeat("repair the car ", 1<<20/15)
	v := embed(t, e, long+"today", long+"to_day", long+"today", strings.Repeat("fix the automobile ", 4)+"\xff", "repair the car")
	if got := cache.Similarity(v[0], v[2]); got < 0.9999 {
		t.Errorf("the same text is %f near", got)
	}
	for i, what := range map[int]string{1: "one that ends otherwise", 4: "its beginning"} {
		if got := cache.Similarity(v[0], v[i]); got > 0.9 {
			t.Errorf("%s is %f near", what, got)
		}
	}
	if got := cache.Similarity(v[3], v[4]); got < cache.Threshold || e.Tokens() != 16 {
		t.Errorf("what is just short enough is %f near, with %d tokens", got, e.Tokens())
	}
}

func TestTwoAtOnceGetTheirOwnVectors(t *testing.T) {
	t.Parallel()
	e := open(t, config(folder(t, 32)))
	var texts []string
	for _, w := range strings.Fields("car bicycle cat dog moon tides server database") {
		texts = append(texts, "How does the "+w+" work?")
	}
	want := embed(t, e, texts...)
	var all sync.WaitGroup
	for i, text := range texts {
		all.Go(func() {
			for range 5 {
				if v, err := e.Embed(t.Context(), []string{text}); err != nil || !slices.Equal(v[0], want[i]) {
					t.Errorf("%s: %v", text, err)
				}
			}
		})
	}
	all.Wait()
}

func TestManyTextsAreAskedForInParts(t *testing.T) {
	t.Parallel()
	e := open(t, config(folder(t, 32)))
	texts := make([]string, 2*sentence.MostTexts+1)
	for i := range texts {
		texts[i] = fmt.Sprintf("server %d", i)
	}
	v := embed(t, e, texts...)
	if last := embed(t, e, texts[len(texts)-1]); len(v) != len(texts) || !slices.Equal(v[len(v)-1], last[0]) {
		t.Errorf("%d vectors", len(v))
	}
	_, err := e.Embed(t.Context(), make([]string, 257))
	failed(t, err, model.CodeRefused, "1 to 256")
}

func TestAModelThatWasReplacedIsNotMixedWithTheOldOne(t *testing.T) {
	t.Parallel()
	dir := folder(t, 32)
	cfg := config(dir)
	cfg.Idle = time.Millisecond // each question has a process of its own
	e := open(t, cfg)
	before, name := embed(t, e, "the moon"), e.Name()
	if err := os.WriteFile(filepath.Join(dir, sentence.ModelFile), sentencetest.Meanings(32), 0o644); err != nil {
		t.Fatal(err)
	}
	// The process that has the old file goes on with it.
	v, err := e.Embed(t.Context(), []string{"the moon"})
	for err == nil {
		if !slices.Equal(v[0], before[0]) {
			t.Fatal("another vector under the same name")
		}
		v, err = e.Embed(t.Context(), []string{"the moon"})
	}
	failed(t, err, model.CodeNoModel, "others than when this process started")
	if again := open(t, config(dir)); again.Name() == name || len(embed(t, again, "the moon")[0]) == len(before[0]) {
		t.Errorf("it is still %s", name)
	}
}

func TestWhatIsMissingIsSaidAtTheStart(t *testing.T) {
	t.Parallel()
	good := sentencetest.Meanings(8)
	whole := sentencetest.Tokenizer(32)
	large := filepath.Join(sentencetest.Folder(t, good, whole, nil), sentence.LengthFile)
	if err := os.WriteFile(large, make([]byte, 1<<20+1), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, dir := range map[string]string{
		"no model.onnx and no tokenizer.json":   t.TempDir(),
		"model.onnx is no file":                 sentencetest.Folder(t, nil, whole, map[string]string{"onnx/x": ""}),
		"larger than 1 MiB":                     filepath.Dir(large),
		"model.onnx: is a pointer of Git LFS":   sentencetest.Folder(t, []byte("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"), whole, nil),
		"model.onnx: failed to parse":           sentencetest.Folder(t, []byte("<html>"), whole, nil),
		"tokenizer.json: unexpected end":        sentencetest.Folder(t, good, whole[:100], nil),
		"only mean_tokens or cls_token":         sentencetest.Folder(t, good, whole, map[string]string{sentence.PoolingFile: `{"pooling_mode_max_tokens": true}`}),
		"a limit of 3 tokens; want at least 16": sentencetest.Folder(t, good, whole, map[string]string{sentence.LengthFile: `{"max_seq_length": 3}`}),
	} {
		if strings.HasSuffix(want, "is no file") {
			if err := errors.Join(os.Remove(filepath.Join(dir, sentence.ModelFile)), os.Mkdir(filepath.Join(dir, sentence.ModelFile), 0o755)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := sentence.Open(t.Context(), config(dir)); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	cfg := config(folder(t, 32))
	cfg.Command = []string{filepath.Join(t.TempDir(), "nothing")}
	if _, err := sentence.Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "start the model's process") {
		t.Errorf("%v", err)
	}
}

func TestTheModelMayLieWhereExportersPutIt(t *testing.T) {
	t.Parallel()
	dir := folder(t, 32)
	want := open(t, config(dir)).Name()
	err := os.Mkdir(filepath.Join(dir, "onnx"), 0o755)
	if err == nil {
		err = os.Rename(filepath.Join(dir, sentence.ModelFile), filepath.Join(dir, "onnx", sentence.ModelFile))
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := open(t, config(dir)).Name(); got != want {
		t.Errorf("named %s, not %s", got, want)
	}
}

func TestWhoeverNoLongerWaitsLeavesTheModelToOthers(t *testing.T) {
	t.Parallel()
	cfg := config(folder(t, 32), "stuck")
	cfg.Wait = time.Millisecond
	e := open(t, cfg)
	_, err := e.Embed(t.Context(), []string{"a"})
	failed(t, err, model.CodeUnreachable, "in time")
	gone, leave := context.WithCancelCause(t.Context())
	leave(errGone)
	if _, err := e.Embed(gone, []string{"a"}); err != errGone {
		t.Errorf("%v", err)
	}
}

var errGone = errors.New("gone")

func TestAClosedModelIsRefused(t *testing.T) {
	t.Parallel()
	e := open(t, config(folder(t, 32), "stuck"))
	waits := make(chan error)
	go func() {
		_, err := e.Embed(t.Context(), []string{"a"})
		waits <- err
	}()
	e.Close()
	failed(t, <-waits, model.CodeRefused, "closed")
	_, err := e.Embed(t.Context(), []string{"a"})
	failed(t, err, model.CodeRefused, "closed")
	e.Close()
}
