package events

import "testing"

// completed is a task.completed with a preview of 400 bytes, the most frequent
// event with content.
func completed() TaskCompleted {
	text := make([]byte, 400)
	for i := range text {
		text[i] = 'a' + byte(i%26)
	}
	return TaskCompleted{
		Task: "middle-a", Attempt: 1, Claim: "0192f3c0-0000-7000-8000-000000000001", Result: Sum(text), Size: 402,
		ResultAt: 2, Preview: string(text), Run: Sum([]byte("run")), Spent: Budget{Steps: 1},
	}
}

func benchKey(b *testing.B) *Key {
	key, err := NewKey("0192f3c0-0000-7000-8000-000000000001", make([]byte, KeySize))
	if err != nil {
		b.Fatal(err)
	}
	return key
}

const benchID = "0192f3c0-0000-7000-8000-000000000002"

// BenchmarkSeal is what an append pays for its payload.
func BenchmarkSeal(b *testing.B) {
	key, fact := benchKey(b), completed()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Seal(benchID, fact, key); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnmarshal is what every reader pays for it.
func BenchmarkUnmarshal(b *testing.B) {
	key := benchKey(b)
	body, err := Marshal(benchID, completed(), key)
	if err != nil {
		b.Fatal(err)
	}
	open := func(string) (*Key, error) { return key, nil }
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Unmarshal(benchID, "task.completed", 1, body, open); err != nil {
			b.Fatal(err)
		}
	}
}
