package cache

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
)

// Threshold is how near two questions must be, as a cosine, for one answer to do for both.
const Threshold = 0.97

// mostSimilar bounds the questions of one space that are compared: the newest.
const mostSimilar = 5000

// Similar answers a question with the answer to another one that means the same: for roles whose answers are prose. What feeds
// an action must be asked for exactly, with Cache.Do.
type Similar struct {
	cache *Cache
	embed Embedder

	mu     sync.Mutex
	spaces map[string]*neighbours
}

// neighbours are the questions of one space that this process knows of.
type neighbours struct {
	mu   sync.Mutex
	seen uint64 // revision up to which it has read
	all  []neighbour
}

type neighbour struct {
	answer string // the name that the answer is kept under
	until  time.Time
	vector []float32
	marks  marks
}

// question is how a neighbour is stored.
type question struct {
	Goal  string    `json:"goal"`
	Until time.Time `json:"until"`
	Box   []byte    `json:"box"` // of said
}

type said struct {
	Answer string `json:"answer"`
	Vector string `json:"vector"` // an int8 for each dimension, in base64
	Marks  marks  `json:"marks"`
}

// NewSimilar makes a cache of questions that mean the same.
func NewSimilar(cache *Cache, embed Embedder) *Similar {
	return &Similar{cache: cache, embed: embed, spaces: map[string]*neighbours{}}
}

// Do is Cache.Do for a question in words. It looks for the very question first.
func (s *Similar) Do(ctx context.Context, a Ask, text string, compute func(context.Context) (Answer, error)) (Found, error) {
	name, err := s.cache.name(ctx, "answer", a, a.Question)
	if err != nil {
		return s.cache.without(ctx, a, err, compute)
	}
	if found, ok, err := s.cache.read(ctx, name, a); err == nil && ok && !found.Stale {
		s.cache.counts.hit(a.Space, found, false)
		return found, nil
	}
	vector, err := s.vector(ctx, a, text)
	if err != nil {
		s.cache.trouble(ctx, a, "question not compared", err)
		return s.cache.Do(ctx, a, compute)
	}
	_, lexical := s.embed.(Lexical)
	mine := neighbour{answer: name, vector: squeeze(vector), marks: marksOf(text, lexical)}
	found, ok, err := s.nearest(ctx, a, mine)
	if err != nil {
		s.cache.cfg.Log.WarnContext(ctx, "questions not read", slog.String("space", a.Space), slog.Any("err", err))
	}
	if ok {
		s.cache.counts.hit(a.Space, found, false)
		return found, nil
	}
	found, err = s.cache.Do(ctx, a, compute)
	if err == nil && !found.Hit && found.Keep > 0 && !found.Exact {
		keep := found.Keep
		if a.Similar > 0 {
			keep = min(keep, a.Similar)
		}
		if err := s.note(ctx, a, mine, keep); err != nil && ctx.Err() == nil {
			s.cache.cfg.Log.WarnContext(ctx, "question not noted", slog.String("space", a.Space), slog.Any("err", err))
		}
	}
	return found, err
}

// vectorLife is how long a vector is kept that a server has made: the same model makes the same one again.
const vectorLife = 30 * 24 * time.Hour

// vector asks for a question's vector. One that had to be asked for elsewhere is kept.
func (s *Similar) vector(ctx context.Context, a Ask, text string) ([]float32, error) {
	embed := func(ctx context.Context) ([]float32, error) {
		vectors, err := s.embed.Embed(ctx, []string{text})
		if err == nil && len(vectors) != 1 {
			err = fmt.Errorf("%s made %d vectors of one text", s.embed.Name(), len(vectors))
		}
		if err != nil {
			return nil, err
		}
		return vectors[0], nil
	}
	if _, here := s.embed.(Lexical); here {
		return embed(ctx)
	}
	of := Ask{Workspace: a.Workspace, Goal: a.Goal, Space: "embedding", Version: s.embed.Name(), Question: []byte(text)}
	found, err := s.cache.Do(ctx, of, func(ctx context.Context) (Answer, error) {
		v, err := embed(ctx)
		return Answer{Value: []byte(pack(v)), Keep: vectorLife}, err
	})
	if err != nil {
		return nil, err
	}
	return unpack(string(found.Value))
}

// below is the prefix of a space's questions. Those of other versions and embedders are elsewhere.
func (s *Similar) below(ctx context.Context, a Ask) (string, error) {
	return s.cache.name(ctx, "question", a, []byte(s.embed.Name()))
}

// nearest finds the answer to the nearest question that is near enough and has the same marks.
func (s *Similar) nearest(ctx context.Context, a Ask, mine neighbour) (Found, bool, error) {
	prefix, err := s.below(ctx, a)
	if err != nil {
		return Found{}, false, err
	}
	s.mu.Lock()
	near := s.spaces[prefix]
	if near == nil {
		near = new(neighbours)
		s.spaces[prefix] = near
	}
	s.mu.Unlock()
	near.mu.Lock()
	defer near.mu.Unlock()
	if err := s.catchUp(ctx, prefix, near); err != nil {
		return Found{}, false, err
	}
	type candidate struct {
		at   int
		near float64
	}
	var best []candidate
	now := s.cache.cfg.Now()
	for i, n := range near.all {
		if n.until.After(now) && n.marks.equal(mine.marks) {
			if c := similarity(n.vector, mine.vector); c >= Threshold {
				best = append(best, candidate{i, c})
			}
		}
	}
	slices.SortStableFunc(best, func(a, b candidate) int { return int(math.Copysign(1, b.near-a.near)) })
	for _, c := range best {
		found, ok, err := s.cache.read(ctx, near.all[c.at].answer, a)
		if err != nil {
			return Found{}, false, err
		}
		if ok && !found.Stale {
			found.Similar = true
			return found, true, nil
		}
	}
	return Found{}, false, nil
}

// catchUp reads what other calls and processes have noted since.
func (s *Similar) catchUp(ctx context.Context, prefix string, near *neighbours) error {
	for stored, err := range s.cache.cfg.Store.Since(ctx, prefix, near.seen) {
		if err != nil {
			return err
		}
		near.seen = max(near.seen, stored.Revision)
		n, err := s.open(ctx, stored)
		if errors.Is(err, events.ErrForgotten) || errors.Is(err, eventlog.ErrNoKey) {
			continue
		}
		if err != nil {
			return err
		}
		near.all = append(near.all, n)
	}
	now := s.cache.cfg.Now()
	near.all = slices.DeleteFunc(near.all, func(n neighbour) bool { return !n.until.After(now) })
	if over := len(near.all) - mostSimilar; over > 0 {
		near.all = slices.Delete(near.all, 0, over)
	}
	return nil
}

func (s *Similar) open(ctx context.Context, stored Stored) (neighbour, error) {
	var q question
	var words said
	if err := json.Unmarshal(stored.Value, &q); err != nil {
		return neighbour{}, fmt.Errorf("read %s: %w", stored.Key, err)
	}
	plain, err := s.cache.open(ctx, q.Goal, stored.Key, q.Box)
	if err == nil {
		err = json.Unmarshal(plain, &words)
	}
	if err != nil {
		return neighbour{}, err
	}
	vector, err := unpack(words.Vector)
	return neighbour{words.Answer, q.Until, vector, words.Marks}, err
}

// note has others find a question.
func (s *Similar) note(ctx context.Context, a Ask, mine neighbour, keep time.Duration) error {
	prefix, err := s.below(ctx, a)
	if err != nil {
		return err
	}
	name := prefix + "." + mine.answer[len(mine.answer)-32:]
	text, err := json.Marshal(said{mine.answer, pack(mine.vector), mine.marks})
	if err != nil {
		return err
	}
	box, err := s.cache.seal(ctx, a.Goal, name, text)
	if err != nil {
		return err
	}
	value, err := json.Marshal(question{a.Goal, s.cache.cfg.Now().Add(keep), box})
	if err != nil {
		return err
	}
	_, err = s.cache.cfg.Store.Put(ctx, name, value, keep)
	return err
}

// scale of a dimension as an int8. Vectors have length 1, and no dimension of a text's vector is near that.
const scale = 127

// squeeze rounds a vector to what is stored, so that a question is as near to itself before as after.
func squeeze(v []float32) []float32 {
	out, err := unpack(pack(v))
	if err != nil {
		return v
	}
	return out
}

func pack(v []float32) string {
	most := float32(0)
	for _, x := range v {
		most = max(most, float32(math.Abs(float64(x))))
	}
	b := make([]byte, len(v))
	for i, x := range v {
		if most > 0 {
			b[i] = byte(int8(math.Round(float64(x / most * scale))))
		}
	}
	return base64.StdEncoding.EncodeToString(b)
}

// unpack makes a vector of length 1.
func unpack(text string) ([]float32, error) {
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("read a vector: %w", err)
	}
	v, sum := make([]float32, len(b)), 0.0
	for i, x := range b {
		v[i] = float32(int8(x))
		sum += float64(v[i]) * float64(v[i])
	}
	if sum > 0 {
		for i := range v {
			v[i] /= float32(math.Sqrt(sum))
		}
	}
	return v, nil
}
