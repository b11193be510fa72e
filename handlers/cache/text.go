package cache

// Words are a text's words as Lexical compares them, in their order: small, without filler, in one spelling, in the singular.
func Words(text string) []string { return words(text) }

// Similarity is the cosine of two vectors that an Embedder made, and 0 if they are of different ones.
func Similarity(a, b []float32) float64 { return similarity(a, b) }
