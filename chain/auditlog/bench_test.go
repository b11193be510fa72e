package auditlog

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
	"github.com/mergit-io/mergit/events/eventlog"
	"github.com/mergit-io/mergit/events/eventlog/jslog"
	"github.com/mergit-io/mergit/events/eventlog/natsserver"
)

// benchEvents is how many events a benchmark's log has.
const benchEvents = 50_000

// filled is a log of a real server with events of usual size.
func filled(b *testing.B) eventlog.Log {
	b.Helper()
	server, err := natsserver.Start(natsserver.Config{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = server.Shutdown(context.Background()) })
	nc, err := server.Connect("bench")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(nc.Close)
	log, err := jslog.Open(b.Context(), nc, jslog.Config{})
	if err != nil {
		b.Fatal(err)
	}
	body := []byte(`{"content":"` + strings.Repeat("x", 380) + `"}`)
	for done := 0; done < benchEvents; {
		stream := events.GoalStream("main", uuid.NewString())
		var chain eventlog.Chain
		batch := make([]eventlog.Record, 500)
		for i := range batch {
			meta := events.Meta{ID: events.ID(uuid.NewString()), Stream: stream, Time: time.Unix(int64(done), 0).UTC(), Source: "/mergit", Version: 1,
				Cause: uuid.NewString(), Correlation: stream.ID, Actor: "executor:1", Ordinal: chain.Ordinal + 1, Previous: chain.Digest}
			batch[i] = eventlog.Record{Meta: meta, Kind: "task.completed", Subject: eventlog.Subject(stream, "task.completed"), Body: body}
			if err := chain.Next(batch[i]); err != nil {
				b.Fatal(err)
			}
			done++
		}
		if _, err := log.Append(b.Context(), eventlog.Part{Stream: stream, Records: batch}); err != nil {
			b.Fatal(err)
		}
	}
	return log
}

// BenchmarkFold compares what a worker folds in a second with what can be read at all.
func BenchmarkFold(b *testing.B) {
	log := filled(b)
	perSecond := func(b *testing.B, each func(eventlog.Record) error) {
		b.Helper()
		for b.Loop() {
			for r, err := range log.Read(b.Context(), eventlog.Query{}) {
				if err == nil {
					err = each(r)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.N*benchEvents)/b.Elapsed().Seconds(), "events/s")
	}
	b.Run("read", func(b *testing.B) { perSecond(b, func(eventlog.Record) error { return nil }) })
	b.Run("digest", func(b *testing.B) {
		perSecond(b, func(r eventlog.Record) error { _ = r.Digest(); return nil })
	})
	b.Run("fold", func(b *testing.B) {
		w := &Worker{cfg: Config{Tiles: new(memTiles)}, tree: NewTree()}
		perSecond(b, func(r eventlog.Record) error {
			if r.Revision == 1 {
				w.tree = NewTree()
			}
			full, err := w.add(b.Context(), r)
			if err == nil && full >= saveTiles {
				err = w.fill(b.Context())
			}
			return err
		})
	})
}

// BenchmarkProof proves events of large logs from tiles in memory; reading a tile elsewhere comes on top, for each.
func BenchmarkProof(b *testing.B) {
	for _, size := range []int{1 << 12, 1 << 20} {
		tree, tiles := NewTree(), &memTiles{files: map[string][]byte{}}
		for i := range size {
			tree.Add(events.Sum(binary.BigEndian.AppendUint64(nil, uint64(i))))
			for _, t := range tree.takeFull() {
				tiles.files[t.path] = t.data
			}
		}
		for _, t := range tree.edges() {
			tiles.files[t.path] = t.data
		}
		head := commands.TreeHead{Size: uint64(size), Root: tree.Root()}
		b.Run(fmt.Sprintf("inclusion-%d", size), func(b *testing.B) {
			i := 0
			for b.Loop() {
				i = (i + 7919) % size
				if _, _, err := NewProver(tiles).Inclusion(b.Context(), head, events.Revision(i+1)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
