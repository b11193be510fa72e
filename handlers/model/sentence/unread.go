package sentence

import (
	"crypto/sha256"
	"math"
)

// unreadSize is how many dimensions stand for what a model did not read of a text. Of 64 random signs the cosine has a standard
// deviation of 1/8, so that two different rests are never near by chance: together with the same beginning they come to a cosine of
// 0.97 where 7.5 deviations would be needed.
const unreadSize = 64

// finish makes a vector of length 1 of what a model made of a text's beginning, and of the rest that it did not read. Two texts of
// which the model saw the same are then alike only if the rest is the very same, too: without it, long questions that differ at the
// end would get each other's answers. It is false for what has no direction.
func finish(v []float32, unread string) ([]float32, bool) {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x) // of float32s none overflows
	}
	length := math.Sqrt(sum)
	if length == 0 || math.IsInf(length, 0) || math.IsNaN(length) {
		return nil, false
	}
	if unread != "" {
		length *= math.Sqrt2
	}
	out := make([]float32, len(v)+unreadSize)
	for i, x := range v {
		out[i] = float32(float64(x) / length)
	}
	if unread != "" {
		digest := sha256.Sum256([]byte(unread))
		each := float32(1 / math.Sqrt(2*unreadSize))
		for i := range unreadSize {
			if digest[i/8]>>(i%8)&1 == 1 {
				out[len(v)+i] = -each
			} else {
				out[len(v)+i] = each
			}
		}
	}
	return out, true
}
