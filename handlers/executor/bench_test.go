package executor_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/mergit-io/mergit/handlers/handlertest"
)

// BenchmarkDiamond runs goals of 8 no-op tasks (1 → 6 → 1) with 400-byte
// results through log, dispatcher and executor, without read models and chain.
func BenchmarkDiamond(b *testing.B) {
	for _, always := range []bool{false, true} {
		for _, inFlight := range []int{1, 50} {
			b.Run(fmt.Sprintf("always=%v/goals=%d", always, inFlight), func(b *testing.B) {
				l := handlertest.Start(b, handlertest.Config{SyncAlways: always, Tools: handlertest.Tools(handlertest.Noop(400))})
				b.ResetTimer()
				var wg sync.WaitGroup
				slots := make(chan struct{}, inFlight)
				for range b.N {
					slots <- struct{}{}
					wg.Go(func() {
						defer func() { <-slots }()
						if err := l.Complete(b.Context(), handlertest.Diamond(6, "noop")...); err != nil {
							b.Error(err)
						}
					})
				}
				wg.Wait()
				b.ReportMetric(8*float64(b.N)/b.Elapsed().Seconds(), "tasks/s")
				b.ReportMetric(float64(l.Conflicts())/float64(b.N), "conflicts/goal")
			})
		}
	}
}
