package memory

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/mergit-io/mergit/handlers/cache"
)

const (
	// k1 and b are BM25's usual parameters (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
	k1, b = 1.2, 0.75
	// fusion is k of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009).
	fusion = 60
	// leastShare is how much of a query's rarity an episode must hold in words, and leastNear how near its vector must be: one of the
	// two is enough. Without a bound the least bad of what has nothing to do with a goal would be told.
	leastShare = 0.25
	leastNear  = 0.35
	// halfLife is how long it takes until an episode counts half. One never counts less than leastKept.
	halfLife  = 90 * 24 * time.Hour
	leastKept = 0.1
)

// stops are words that tell nothing of what a goal is about. A cache must not take them out, since they change what is asked.
var stops = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq("of and or in on at for with that this these those it its is are be by as from to into than then so if each every all any do does") {
		set[w] = true
	}
	return set
}()

// wordsOf are the words that episodes are compared by.
func wordsOf(text string) []string {
	return slices.DeleteFunc(cache.Words(text), func(w string) bool { return stops[w] })
}

// shelf is an index of one workspace's episodes.
type shelf struct {
	embed cache.Embedder
	books map[string]*book // by goal
	// holds counts the books that hold a word; words is the sum of their lengths.
	holds map[string]int
	words int
}

type book struct {
	episode Episode
	kept    Kept
	counts  map[string]int
	length  int
	vector  []float32
}

func newShelf(embed cache.Embedder) *shelf {
	return &shelf{embed: embed, books: map[string]*book{}, holds: map[string]int{}}
}

// put adds an episode in place of another one of its goal.
func (s *shelf) put(ctx context.Context, e Episode, k Kept) error {
	words := wordsOf(e.Title + "\n" + e.Description)
	vectors, err := s.embed.Embed(ctx, []string{strings.Join(words, " ")})
	if err != nil {
		return err
	}
	s.take(e.Goal)
	n := &book{episode: e, kept: k, counts: map[string]int{}, vector: vectors[0]}
	for _, u := range e.Tools {
		words = append(words, wordsOf(u.Tool)...) // a tool's name has words: github_ops has two
	}
	for _, w := range words {
		if n.counts[w]++; n.counts[w] == 1 {
			s.holds[w]++
		}
	}
	n.length = len(words)
	s.words += n.length
	s.books[e.Goal] = n
	return nil
}

// take takes an episode away.
func (s *shelf) take(goal string) {
	n, ok := s.books[goal]
	if !ok {
		return
	}
	for w := range n.counts {
		if s.holds[w]--; s.holds[w] == 0 {
			delete(s.holds, w)
		}
	}
	s.words -= n.length
	delete(s.books, goal)
}

// newest lists all episodes, the last that ended first.
func (s *shelf) newest() []*book {
	list := make([]*book, 0, len(s.books))
	for _, n := range s.books {
		list = append(list, n)
	}
	slices.SortFunc(list, func(x, y *book) int { return cmp.Compare(y.episode.At, x.episode.At) })
	return list
}

// Ranked is an episode and how well it fits a query; only the order of scores means something.
type Ranked struct {
	Episode
	Score float64
	kept  Kept
}

// rank finds the episodes that fit a query, the best first: the ranks by BM25 and by vector are joined, and age tells. The same
// shelf, query and time always give the same order; among equals the later end comes first.
func (s *shelf) rank(ctx context.Context, query string, now time.Time) ([]Ranked, error) {
	words := wordsOf(query)
	if len(words) == 0 {
		return nil, nil
	}
	vectors, err := s.embed.Embed(ctx, []string{strings.Join(words, " ")})
	if err != nil {
		return nil, err
	}
	type candidate struct {
		*book
		bm25, near, score float64
	}
	var found []candidate
	rarity, whole := s.rarity(words)
	for _, n := range s.newest() {
		c := candidate{book: n, near: cache.Similarity(vectors[0], n.vector)}
		share := 0.0
		c.bm25, share = s.bm25(n, rarity, whole)
		if share >= leastShare || c.near >= leastNear {
			found = append(found, c)
		}
	}
	join := func(by func(candidate) float64) {
		slices.SortStableFunc(found, func(x, y candidate) int { return cmp.Compare(by(y), by(x)) })
		for i, rank := 0, 0; i < len(found); i++ {
			if i > 0 && by(found[i]) < by(found[i-1]) {
				rank = i
			}
			if by(found[i]) > 0 {
				found[i].score += 1 / float64(fusion+rank+1)
			}
		}
	}
	join(func(c candidate) float64 { return c.bm25 })
	join(func(c candidate) float64 { return c.near })
	ranked := make([]Ranked, len(found))
	for i, c := range found {
		ranked[i] = Ranked{Episode: c.episode, Score: c.score * retained(now.Sub(c.episode.Ended)), kept: c.kept}
	}
	slices.SortFunc(ranked, func(x, y Ranked) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(y.At, x.At))
	})
	return ranked, nil
}

// term is a word of a query with its inverse document frequency.
type term struct {
	word string
	idf  float64
}

// rarity weighs a query's words, each once, in their order, so that sums are always the same.
func (s *shelf) rarity(words []string) (terms []term, whole float64) {
	seen := map[string]bool{}
	for _, w := range words {
		if seen[w] {
			continue
		}
		seen[w] = true
		held := float64(s.holds[w])
		idf := math.Log(1 + (float64(len(s.books))-held+0.5)/(held+0.5))
		terms, whole = append(terms, term{w, idf}), whole+idf
	}
	return terms, whole
}

// bm25 scores an episode, and says how much of the query's rarity it holds, 0 to 1.
func (s *shelf) bm25(n *book, query []term, whole float64) (score, share float64) {
	mean := float64(s.words) / float64(max(len(s.books), 1))
	for _, q := range query {
		times := float64(n.counts[q.word])
		if times == 0 {
			continue
		}
		share += q.idf
		score += q.idf * times * (k1 + 1) / (times + k1*(1-b+b*float64(n.length)/max(mean, 1)))
	}
	if whole > 0 {
		share /= whole
	}
	return score, share
}

// retained is how much an episode of an age counts.
func retained(age time.Duration) float64 {
	return max(leastKept, min(1, math.Exp2(-age.Hours()/halfLife.Hours())))
}
