package agent

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Cut leaves the beginning and the end of a text that has more than most characters, and says between them how much is missing
// and by which digest the whole is known.
func Cut(text string, most int, digest string) string {
	if len(text) <= most {
		return text
	}
	total := utf8.RuneCountInString(text)
	if total <= most {
		return text
	}
	head := most * 3 / 5
	tail := most - head
	begin, end := 0, len(text)
	for range head {
		_, size := utf8.DecodeRuneInString(text[begin:])
		begin += size
	}
	for range tail {
		_, size := utf8.DecodeLastRuneInString(text[:end])
		end -= size
	}
	whole := ""
	if digest != "" {
		whole = "; the whole is kept as " + digest
	}
	return fmt.Sprintf("%s\n[… %d of %d characters are left out here%s. Ask for a smaller part if you need them …]\n%s", text[:begin], total-most, total, whole, text[end:])
}

// shown is what a model is told of an outcome.
func shown(o Outcome, most int) string {
	if o.Failed != nil {
		return Cut("failed ("+o.Failed.Code+"): "+o.Failed.Message, most, "")
	}
	var text string
	if json.Unmarshal(o.Value, &text) != nil { // a text stands for itself; anything else is JSON
		text = string(o.Value)
	}
	return Cut(text, most, o.Digest)
}
