package cache_test

import (
	"context"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mergit-io/mergit/events/eventlog/memlog"
	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/memory"
)

// same are pairs of questions for which one answer does; differ are pairs for which it does not, however alike they look.
var same = [][2]string{
	{"fix the flaky login test in repo acme/web", "Fix the flaky login test in repo acme/web."},
	{"Summarise the README of acme/web", "Could you please summarize the README of acme/web?"},
	{"List open bugs in acme/web", "list the open bug in acme/web"},
	{"Explain how the cache works", "I'd like you to explain how the cache works, thank you"},
	{"Write release notes for v1.2.0", "Please write the release notes for v1.2.0!"},
	{"Compare the licences of both libraries", "Compare the licenses of both libraries"},
}

var differ = [][2]string{
	{"swap 500 USDC to WETH on base", "swap 500 WETH to USDC on base"},
	{"swap 500 USDC to WETH on base", "swap 5000 USDC to WETH on base"},
	{"delete the staging database", "do not delete the staging database"},
	{"summarise issue #12 of acme/web", "summarise issue #21 of acme/web"},
	{"summarise acme/web", "summarise acme/api"},
	{"send the report to ann@example.org", "send the report to bob@example.org"},
	{"pay 0x52908400098527886E0F7030069857D2E4169EE7", "pay 0x52908400098527886E0F7030069857D2E4169EE8"},
	{"copy a.txt to b.txt", "copy b.txt to a.txt"},
	{"list users with access", "list users without access"},
	{"enable the nightly build of the web project on the main server", "disable the nightly build of the web project on the main server"},
	{"what changed in the last two releases", "what changed in the last three releases"},
	{"notes for release 1.10", "notes for release 1.1"},
	{"translate “hello” into French", "translate “hallo” into French"},
	{"who can read the file secrets.yaml and why, in one paragraph for the team", "who can't read the file secrets.yaml and why, in one paragraph for the team"},
	{"write a long and friendly letter about the outage on Monday to all customers in Europe", "write a long and friendly letter about the outage on Tuesday to all customers in Europe"},
	{"write a long and friendly letter about the outage to all customers in Europe", "write a long and friendly letter about the outage to all customers in Africa"},
	{"list everything but the tests", "list everything in the tests"},
	{"include drafts", "exclude drafts"},
	{"don’t include drafts in the list", "include drafts in the list"},
	{"the rate is 5%", "the rate is 5"},
	{"wait 10ms", "wait 10s"},
}

func similar(store cache.Store, keys *memlog.Keys) *cache.Similar {
	return cache.NewSimilar(process(store, keys), cache.Lexical{})
}

func answers(t *testing.T, s *cache.Similar, text string) cache.Found {
	t.Helper()
	a := question
	a.Question = []byte(text)
	var n atomic.Int32
	found, err := s.Do(t.Context(), a, text, saying(&n, "about "+text, time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestTheSameQuestionInOtherWordsIsFound(t *testing.T) {
	t.Parallel()
	for _, pair := range same {
		store, keys := new(memory.Store), new(memlog.Keys)
		answers(t, similar(store, keys), pair[0])
		// Another process finds it, too.
		if found := answers(t, similar(store, keys), pair[1]); !found.Hit || !found.Similar || string(found.Value) != "about "+pair[0] {
			t.Errorf("%q is not found for %q", pair[0], pair[1])
		}
	}
}

func TestAnotherQuestionIsNotTakenForTheSame(t *testing.T) {
	t.Parallel()
	for _, pair := range differ {
		for _, order := range [][2]string{pair, {pair[1], pair[0]}} {
			s := similar(new(memory.Store), new(memlog.Keys))
			answers(t, s, order[0])
			if found := answers(t, s, order[1]); found.Hit {
				t.Errorf("%q is answered with %q", order[1], found.Value)
			}
		}
	}
}

// paraphraser is an embedder to which all texts are alike, as a careless model's can be: then the marks alone decide.
type paraphraser struct{}

func (paraphraser) Name() string { return "alike" }

func (paraphraser) Embed(_ context.Context, texts []string) ([][]float32, error) {
	all := make([][]float32, len(texts))
	for i := range all {
		all[i] = []float32{1, 0}
	}
	return all, nil
}

func TestNumbersAddressesAndNegationsDecideWhateverAModelSays(t *testing.T) {
	t.Parallel()
	for _, pair := range differ {
		if strings.Contains(pair[0], "Europe") && !strings.Contains(pair[0], "Monday") {
			continue // only the meaning tells these two apart, and that is the model's part
		}
		s := cache.NewSimilar(process(new(memory.Store), new(memlog.Keys)), paraphraser{})
		answers(t, s, pair[0])
		if found := answers(t, s, pair[1]); found.Hit {
			t.Errorf("%q is answered with %q", pair[1], found.Value)
		}
	}
	s := cache.NewSimilar(process(new(memory.Store), new(memlog.Keys)), paraphraser{})
	answers(t, s, "give a short overview of the project")
	if found := answers(t, s, "summarise the project briefly"); !found.Similar {
		t.Error("a paraphrase that the model knows is not found")
	}
}

// angled is an embedder that turns a text's vector by as much as the text says.
type angled map[string]float64

func (angled) Name() string { return "angled" }

func (a angled) Embed(_ context.Context, texts []string) ([][]float32, error) {
	all := make([][]float32, len(texts))
	for i, text := range texts {
		all[i] = []float32{float32(a[text]), float32(math.Sqrt(1 - a[text]*a[text]))}
	}
	return all, nil
}

func TestQuestionsAreTheSameFromTheThresholdOn(t *testing.T) {
	t.Parallel()
	const first, near, far = "give a short overview", "summarise it briefly", "tell what it is about"
	s := cache.NewSimilar(process(new(memory.Store), new(memlog.Keys)), angled{first: 1, near: 0.98, far: 0.96}) // the cosines to the first
	answers(t, s, first)
	if found := answers(t, s, far); found.Hit {
		t.Errorf("a cosine of 0.96 will do: %q", found.Value)
	}
	s = cache.NewSimilar(process(new(memory.Store), new(memlog.Keys)), angled{first: 1, near: 0.98, far: 0.96})
	answers(t, s, first)
	if found := answers(t, s, near); !found.Similar {
		t.Error("a cosine of 0.98 will not do")
	}
}

func TestASimilarQuestionOfAForgottenGoalIsForgotten(t *testing.T) {
	t.Parallel()
	store, keys := new(memory.Store), new(memlog.Keys)
	answers(t, similar(store, keys), same[0][0])
	if err := keys.Destroy(t.Context(), question.Goal); err != nil {
		t.Fatal(err)
	}
	s := similar(store, keys)
	a := question
	a.Goal, a.Question = "g2", []byte(same[0][1])
	var n atomic.Int32
	if found, err := s.Do(t.Context(), a, same[0][1], saying(&n, "anew", time.Hour)); err != nil || found.Hit || n.Load() != 1 {
		t.Errorf("%+v %v", found, err)
	}
}
