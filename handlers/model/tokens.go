package model

import "unicode/utf8"

// Estimate is about how many tokens a conversation and its tools take, rather too many than too few: providers count
// differently, and a prompt that is too long is refused. English text has about four bytes a token, JSON and code about three,
// other scripts about one character.
func Estimate(messages []Message, tools []Tool) int64 {
	var n int64
	for _, m := range messages {
		n += EstimateMessage(m)
	}
	for _, t := range tools {
		n += text(t.Name) + text(t.Description) + dense(len(t.Input)) + perMessage
	}
	return n
}

// EstimateMessage is Estimate for one message.
func EstimateMessage(m Message) int64 {
	n := perMessage + text(m.Text)
	for _, c := range m.Calls {
		n += perMessage + dense(len(c.Name)+len(c.Args)+len(c.Malformed))
	}
	return n
}

// perMessage is what a provider adds around a message or a tool.
const perMessage = 8

func text(s string) int64 {
	runes := utf8.RuneCountInString(s)
	wide := (len(s) - runes) / 2 // bytes beyond the first, halved: most such characters have three
	return dense(len(s)-3*wide) + int64(wide)
}

func dense(n int) int64 { return (int64(max(n, 0)) + 2) / 3 }
