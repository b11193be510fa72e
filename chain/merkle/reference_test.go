package merkle_test

import "crypto/sha256"

// The definitions of RFC 9162, sections 2.1.1 and 2.1.3.1, word for word and slow: an opinion independent of the
// library that the package is built on.

func referenceRoot(data [][]byte) [32]byte {
	switch n := len(data); n {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return sha256.Sum256(append([]byte{0x00}, data[0]...))
	default:
		k := split(n)
		left, right := referenceRoot(data[:k]), referenceRoot(data[k:])
		return sha256.Sum256(append(append([]byte{0x01}, left[:]...), right[:]...))
	}
}

func referencePath(data [][]byte, index int) [][32]byte {
	if len(data) == 1 {
		return nil
	}
	k := split(len(data))
	if index < k {
		return append(referencePath(data[:k], index), referenceRoot(data[k:]))
	}
	return append(referencePath(data[k:], index-k), referenceRoot(data[:k]))
}

// split is the largest power of two below n.
func split(n int) int {
	k := 1
	for k*2 < n {
		k *= 2
	}
	return k
}
