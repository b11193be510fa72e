package txmgr_test

import (
	"sync"
	"testing"
	"time"
	"log/slog"
	"os"

	"github.com/mergit-io/mergit/chain/txmgr"
	"github.com/mergit-io/mergit/chain/txmgr/chaintest"
	"github.com/mergit-io/mergit/commands"
	"github.com/mergit-io/mergit/events"
)

func TestDbg(t *testing.T) {
	w, c := newWorld(t), newClient()
	chaintest.Seal(t, w.chain)
	log, keys := w.set.Log, w.set.Codec.Keys
	var wg sync.WaitGroup
	for i := range 2 {
		w.set = chaintest.Store{Log: log, Keys: keys}.Commands()
		cfg := txmgr.Config{}
		cfg.Commands, cfg.Chain, cfg.ChainID, cfg.Key = w.set, chaintest.Node(t, w.proxy.URL), 1337, w.key
		cfg.Now, cfg.Log = time.Now, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug})).With("m", i)
		cfg.Poll, cfg.Backoff = 5*time.Millisecond, 2*time.Millisecond
		cfg.ResendAfter = 50*time.Millisecond
		m, _ := txmgr.New(cfg)
		m.Serve("test", c)
		chaintest.Background(t, m.Run)
		wg.Go(func() {
			for range 5 {
				if _, err := m.Send(t.Context(), pay); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	time.Sleep(2*time.Second)
	c.mu.Lock()
	t.Log(len(c.final), len(c.closed), len(c.sent))
	c.mu.Unlock()
	m := "1337-" + w.key.Address().Hex()
	_ = m
	w.set.Signers.View(t.Context(), events.SignerStream("main", "1337-0x"+ lowerhex(w)), true, func(s *commands.Signer, _ events.Revision) {
		for _, o := range s.Open() { t.Logf("%d %v", o.Nonce, o.Hashes) }
	})
	h, _ := chaintest.Node(t, w.proxy.URL).Head(t.Context(), w.key.Address())
	t.Logf("%+v", h)
}

func lowerhex(w *world) string {
	s := w.key.Address().Hex()[2:]
	b := []byte(s)
	for i := range b { if b[i] >= 'A' && b[i] <= 'F' { b[i] += 32 } }
	return string(b)
}
