package planner

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/mergit-io/mergit/commands/plan"
)

// Threshold is the least score with which a playbook is taken. Below it a wrong plan is likelier than a right one.
const Threshold = 0.6

// Choice is a playbook made ready for a goal.
type Choice struct {
	Playbook string
	// Score is between 0 and 1.
	Score float64
	// Plan has its parameters bound.
	Plan plan.Plan
	// Why tells a person what the choice rests on.
	Why string
}

// NoPlaybookError says that no playbook fits, and what to do.
type NoPlaybookError struct {
	Closest string
	Score   float64
}

func (e *NoPlaybookError) Error() string {
	var out strings.Builder
	out.WriteString("no playbook fits this goal")
	if e.Closest != "" {
		fmt.Fprintf(&out, " (closest is %s, %.2f of the %.2f needed)", e.Closest, e.Score, Threshold)
	}
	out.WriteString("; give it a plan with --plan FILE, or a model that makes one with mergit up --models FILE, or ask for one of\n")
	for _, book := range playbooks() {
		fmt.Fprintf(&out, "  %s: %s (say %q)\n", book.Name, book.Description, book.Match[0])
	}
	return strings.TrimRight(out.String(), "\n")
}

// Refused tells that this is an answer and not a failure.
func (e *NoPlaybookError) Refused() string { return e.Error() }

// Choose finds the playbook whose phrases the description holds, and binds its parameters: those given, then what the
// mounts and the description hold. The same input always gives the same choice.
func Choose(description string, params map[string]json.RawMessage, mounts []string) (Choice, error) {
	words := wordsOf(description)
	best, bestScore, bestPhrase := -1, 0.0, ""
	for i, book := range playbooks() {
		score, phrase := book.score(words)
		if len(book.lacks(description, params, mounts)) > 0 {
			score *= 0.8 // of two that fit, the one that can be run
		}
		if score > bestScore {
			best, bestScore, bestPhrase = i, score, phrase
		}
	}
	if best < 0 {
		return Choice{}, &NoPlaybookError{}
	}
	book := playbooks()[best]
	if bestScore < Threshold {
		return Choice{}, &NoPlaybookError{Closest: book.Name, Score: bestScore}
	}
	choice, err := book.use(description, params, mounts)
	if err != nil {
		return Choice{}, err
	}
	choice.Score = bestScore
	choice.Why = fmt.Sprintf("offline planner: playbook %s, because the goal reads like %q (score %.2f)%s; no model was used",
		book.Name, bestPhrase, bestScore, choice.Why)
	return choice, nil
}

// Use takes a playbook by its name.
func Use(name, description string, params map[string]json.RawMessage, mounts []string) (Choice, error) {
	names := make([]string, 0, len(playbooks()))
	for _, book := range playbooks() {
		if book.Name != name {
			names = append(names, book.Name)
			continue
		}
		choice, err := book.use(description, params, mounts)
		if err != nil {
			return Choice{}, err
		}
		choice.Score = 1
		choice.Why = fmt.Sprintf("offline planner: playbook %s, by name%s; no model was used", name, choice.Why)
		return choice, nil
	}
	return Choice{}, &plan.InvalidError{Faults: []plan.Fault{{Path: "playbook", Reason: fmt.Sprintf("no playbook %q; there are %s", name, strings.Join(names, ", "))}}}
}

// use binds parameters; Why of the result lists those that were found and not given.
func (b Playbook) use(description string, params map[string]json.RawMessage, mounts []string) (Choice, error) {
	if lacks := b.lacks(description, params, mounts); len(lacks) > 0 {
		var faults []plan.Fault
		for _, name := range lacks {
			how := "give it with --param " + name + "=…"
			switch b.Fill[name] {
			case "mount":
				how = "give a folder with --mount DIR"
			case "url":
				how = "name a URL in the goal, or give it with --param " + name + "=https://…"
			}
			faults = append(faults, plan.Fault{Path: "params." + name, Reason: "playbook " + b.Name + " needs it; " + how})
		}
		return Choice{}, &plan.InvalidError{Faults: faults}
	}
	given := maps.Clone(params)
	if given == nil {
		given = map[string]json.RawMessage{}
	}
	why := ""
	for _, name := range slices.Sorted(maps.Keys(b.Fill)) {
		if _, ok := given[name]; ok {
			continue
		}
		value, ok := found(b.Fill[name], description, mounts)
		if !ok {
			continue
		}
		encoded, err := json.Marshal(value)
		if err != nil {
			return Choice{}, err
		}
		given[name] = encoded
		why += fmt.Sprintf(", %s is %s", name, value)
	}
	for _, name := range slices.Sorted(maps.Keys(b.Fill)) {
		of := nameOf(b.Fill[name])
		if _, ok := given[name]; ok || of == "" {
			continue
		}
		encoded, err := json.Marshal(called(given[of], mounts))
		if err != nil {
			return Choice{}, err
		}
		given[name] = encoded
	}
	bound, err := plan.Bind(b.Plan, given)
	if err != nil {
		return Choice{}, err
	}
	return Choice{Playbook: b.Name, Plan: bound, Why: why}, nil
}

// lacks names required parameters that nothing provides.
func (b Playbook) lacks(description string, params map[string]json.RawMessage, mounts []string) []string {
	var missing []string
	for _, name := range slices.Sorted(maps.Keys(b.Plan.Params)) {
		if string(b.Plan.Params[name]) != "null" {
			continue
		}
		if value, ok := params[name]; ok && string(value) != "null" {
			continue
		}
		if _, ok := found(b.Fill[name], description, mounts); !ok {
			missing = append(missing, name)
		}
	}
	return missing
}

var urlPattern = regexp.MustCompile(`https?://[^\s<>"'` + "`" + `]+`)

// found takes the only mount, or all of them, or the first URL.
func found(from, description string, mounts []string) (string, bool) {
	switch from {
	case "mount":
		switch len(mounts) {
		case 0:
			return "", false
		case 1:
			return mounts[0], true
		}
		return ".", true
	case "url":
		url := strings.TrimRight(urlPattern.FindString(description), ".,;:!?)]}")
		return url, url != ""
	}
	return "", false
}

// nameOf is the parameter whose folder is to be named; empty for other ways to fill.
func nameOf(from string) string {
	name, _ := strings.CutPrefix(from, "name of ")
	if name == from {
		return ""
	}
	return name
}

// called is what a reader would call a folder: the root of all is nothing but its mounts.
func called(path json.RawMessage, mounts []string) string {
	var name string
	if json.Unmarshal(path, &name) == nil && name != "" && strings.Trim(name, "./") != "" {
		return name
	}
	switch n := len(mounts); n {
	case 0:
		return "the workspace"
	case 1:
		return mounts[0]
	default:
		return strings.Join(mounts[:n-1], ", ") + " and " + mounts[n-1]
	}
}

// score is how much of the best phrase the words hold, a little more if they hold little else.
func (b Playbook) score(words map[string]bool) (float64, string) {
	best, phrase := 0.0, ""
	for _, text := range append([]string{strings.ReplaceAll(b.Name, "-", " ")}, b.Match...) {
		wanted := wordsOf(text)
		held := 0
		for word := range wanted {
			if words[word] {
				held++
			}
		}
		if held == 0 {
			continue
		}
		score := 0.8*float64(held)/float64(len(wanted)) + 0.2*float64(held)/float64(len(words))
		if score > best {
			best, phrase = score, text
		}
	}
	return best, phrase
}

// wordsOf are a text's words without endings, fillers and URLs.
func wordsOf(text string) map[string]bool {
	text = urlPattern.ReplaceAllString(text, " url ")
	words := map[string]bool{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		if word = stem(word); word != "" && !fillers[word] {
			words[word] = true
		}
	}
	return words
}

func stem(word string) string {
	if same, ok := synonyms[word]; ok {
		return same
	}
	word = strings.Replace(word, "yze", "yse", 1)
	word = strings.Replace(word, "iz", "is", 1)
	if head, ok := strings.CutSuffix(word, "ies"); ok && len(head) > 2 {
		word = head + "y"
	}
	for _, ending := range []string{"ing", "ed", "es", "s", "e"} {
		if head, ok := strings.CutSuffix(word, ending); ok && len(head) > 2 && !strings.HasSuffix(word, "ss") {
			word = head
			break
		}
	}
	if same, ok := synonyms[word]; ok {
		return same
	}
	return word
}

// synonyms are applied before and after endings are taken off.
var synonyms = map[string]string{
	"summary": "summaris", "summaris": "summaris", "overview": "summaris", "digest": "summaris", "recap": "summaris", "tldr": "summaris",
	"describ": "explain", "repo": "repository", "codebase": "repository", "code": "repository", "project": "repository", "sourc": "repository",
	"fixm": "fixme", "website": "page", "web": "page", "site": "page", "webpage": "page", "webpag": "page", "articl": "page", "pag": "page", "url": "page",
	"download": "fetch", "get": "fetch", "show": "list", "collect": "list", "review": "analys", "inspect": "analys",
}

var fillers = func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq("the a an of this that these those my our in on at for to and or with from is are it its me please be can you do does all whole there us we i his her") {
		set[word] = true
		set[stem(word)] = true
	}
	return set
}()
