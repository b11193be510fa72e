package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/mergit-io/mergit/handlers/model/modeltest"
	"github.com/mergit-io/mergit/handlers/model/sentence"
	"github.com/mergit-io/mergit/handlers/model/sentence/sentencetest"
)

// What was asked in other words is answered without a word to the provider, since a model on this machine says that it is the same;
// also after its process was killed, and the server goes on. The process ends with the server.
func TestAQuestionInOtherWordsIsFoundByAModelOnThisMachine(t *testing.T) {
	t.Parallel()
	openai := modeltest.OpenAI(t, func(modeltest.Asked) modeltest.Say {
		return modeltest.Say{Text: "The moon does it.", Usage: modeltest.Usage{Input: 1000, Output: 50}}
	})
	dir := sentencetest.Folder(t, sentencetest.Meanings(48), sentencetest.Tokenizer(256), nil)
	file := filepath.Join(t.TempDir(), "models.yaml")
	text := fmt.Sprintf("providers: {openai: {url: %q}}\nroles: {writer: {models: [openai/gpt-4o-mini]}}\nembeddings: {onnx: %q}\n", openai.URL, dir)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := tryUpWith(t, dataDir(t), keys, "--models", file)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(prompt string) {
		t.Helper()
		goal := await(t, s, submit(t, s, plan("cars", object{"id": "say", "role": "writer", "prompt": prompt, "tools": []string{}}), ""), "done", "failed")
		if goal.Status != "done" || len(openai.Asked()) != 1 {
			t.Fatalf("%s: %s, %s; asked %d times\n%s", prompt, goal.Status, goal.Error, len(openai.Asked()), s.out)
		}
	}
	ask("How to repair the car")
	ask("How to fix the automobile")
	if pids := embedders(t, dir); len(pids) != 1 || syscall.Kill(pids[0], syscall.SIGKILL) != nil {
		t.Fatalf("processes %v", pids)
	}
	ask("How to mend the car")
	if text := metrics(t, s); !strings.Contains(text, `mergit_cache_hits_total{space="model-writer",type="similar"} 2`+"\n") {
		t.Errorf("/metrics does not say that two were similar:\n%s", text)
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit %d: %s", code, s.out)
	}
	if pids := embedders(t, dir); len(pids) != 0 {
		t.Errorf("%v outlive the server", pids)
	}

	// What is wrong with a model is said by the doctor, and at the start.
	text = fmt.Sprintf("roles: {writer: {models: [ollama/small]}}\nembeddings: {onnx: %q}\n", dir)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, errs, _ := run(t, s.Data, "doctor", "--models", file); !strings.Contains(out, dir+" reads 256 tokens of a text; a vector of 112 dimensions") {
		t.Errorf("doctor: %s %s", out, errs)
	}
	if err := os.WriteFile(filepath.Join(dir, sentence.ModelFile), []byte("<html>404</html>"), 0o644); err != nil {
		t.Fatal(err)
	}
	fault := "embeddings.onnx: " + dir + ": model.onnx: "
	if out, errs, code := run(t, s.Data, "doctor", "--models", file); !strings.Contains(out, fault) || code != 1 {
		t.Errorf("doctor, exit %d: %s %s", code, out, errs)
	}
	if out, errs, code := run(t, s.Data, "up", "--listen", "127.0.0.1:0", "--models", file); !strings.Contains(errs, fault) || code != 2 {
		t.Errorf("up, exit %d: %s %s", code, out, errs)
	}
}

// embedders lists the processes that run the model of a folder.
func embedders(t *testing.T, dir string) (pids []int) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		line, err := os.ReadFile(name) // it may have ended since
		if err == nil && strings.HasSuffix(string(line), "\x00embed\x00--model\x00"+dir+"\x00") {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			pids = append(pids, pid)
		}
	}
	return pids
}
