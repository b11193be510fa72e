package plan_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/commands/plan"
)

func raw(text string) json.RawMessage { return json.RawMessage(text) }

var values = plan.Values{
	Title: "Title", Description: "a \"quoted\" text",
	Params: map[string]json.RawMessage{"n": raw(`9007199254740993`), "s": raw(`"str"`), "o": raw(`{"b":1,"a":[true,null]}`)},
	Results: map[string]json.RawMessage{
		"a":    raw(`{"content":"hello","items":[{"name":"x"}],"size":5,"none":null}`),
		"evil": raw(`{"content":"{{secret.token}} {{tasks.a.result}} {{"}`),
		"list": raw(`[1,2]`),
	},
}

func TestReferencesAreResolved(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		`{"v":"{{tasks.a.result.size}}"}`:                `{"v":5}`,
		`{"v":"{{ tasks.a.result.content }}"}`:           `{"v":"hello"}`,
		`{"v":"{{tasks.a.result.items.0.name}}"}`:        `{"v":"x"}`,
		`{"v":"{{tasks.a.result.none}}"}`:                `{"v":null}`,
		`{"v":"{{tasks.a.result.items}}"}`:               `{"v":[{"name":"x"}]}`,
		`{"v":"{{tasks.list.result.1}}"}`:                `{"v":2}`,
		`{"v":"size {{tasks.a.result.size}}!"}`:          `{"v":"size 5!"}`,
		`{"v":"{{params.o}} {{params.s}}"}`:              `{"v":"{\"b\":1,\"a\":[true,null]} str"}`,
		`{"v":"{{params.o}}"}`:                           `{"v":{"b":1,"a":[true,null]}}`,
		`{"v":"{{params.o.a.0}}"}`:                       `{"v":true}`,
		`{"v":["{{params.n}}"],"n":9007199254740993}`:    `{"n":9007199254740993,"v":[9007199254740993]}`,
		`{"v":"{{goal.title}}: {{goal.description}}"}`:   `{"v":"Title: a \"quoted\" text"}`,
		`{"v":"{{secret.token}}"}`:                       `{"v":"{{secret.token}}"}`,
		`{"v":"Bearer {{ secret.token }}"}`:              `{"v":"Bearer {{ secret.token }}"}`,
		`{"v":"{{tasks.evil.result.content}}"}`:          `{"v":"{{secret.token}} {{tasks.a.result}} {{"}`,
		`{"v":"x{{tasks.evil.result.content}}"}`:         `{"v":"x{{secret.token}} {{tasks.a.result}} {{"}`,
		`{"v":"{{\"{{\"}}params.n}}"}`:                   `{"v":"{{params.n}}"}`,
		`{"v":"{\"json\": {{params.n}}}"}`:               `{"v":"{\"json\": 9007199254740993}"}`,
		`{"v":"<b>&amp;</b>"}`:                           `{"v":"<b>&amp;</b>"}`,
		`{"v":"{ {single} }"}`:                           `{"v":"{ {single} }"}`,
		`"{{tasks.a.result.size}}"`:                      `5`,
		`{"v":"{{params.s}}{{params.s}}","k":[],"o":{}}`: `{"k":[],"o":{},"v":"strstr"}`,
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			got, err := plan.Resolve(raw(args), values.Lookup)
			if err != nil || string(got) != want {
				t.Fatalf("got %s, %v\nwant %s", got, err, want)
			}
		})
	}
}

func TestPromptsAreResolved(t *testing.T) {
	t.Parallel()
	got, err := plan.ResolveText("{{goal.title}} {{tasks.a.result.items}} {{secret.token}}", values.Lookup)
	if err != nil || got != `Title [{"name":"x"}] {{secret.token}}` {
		t.Fatal(got, err)
	}
	if got, err = plan.ResolveText("{{tasks.a.result.content}}", values.Lookup); err != nil || got != "hello" {
		t.Fatal(got, err)
	}
}

func TestMissingValuesNameTaskAndPath(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		`{"v":"{{tasks.a.result.items.7.name}}"}`: `{{tasks.a.result.items.7.name}}: result of task "a" has no "items.7": the list has 1 items`,
		`{"v":"{{tasks.a.result.nope}}"}`:         `result of task "a" has no "nope": use one of content, items, none, size`,
		`{"v":"{{tasks.a.result.size.x}}"}`:       `has no "size.x": it is neither an object nor a list there`,
		`{"v":"{{tasks.a.result.items.x}}"}`:      `indexed by a number`,
		`{"v":"{{tasks.later.result}}"}`:          `result of task "later" is not there yet`,
		`{"v":"{{params.zzz}}"}`:                  `no such parameter`,
	} {
		_, err := plan.Resolve(raw(args), values.Lookup)
		if _, ok := errors.AsType[*plan.MissingError](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

func TestResolvingDoesNotGrowWithoutBound(t *testing.T) {
	t.Parallel()
	big := plan.Values{Results: map[string]json.RawMessage{"a": raw(`"` + strings.Repeat("x", 1<<20) + `"`)}}
	_, err := plan.ResolveText(strings.Repeat("{{tasks.a.result}}", 20), big.Lookup)
	if err == nil || !strings.Contains(err.Error(), "refer to a smaller part") {
		t.Fatal(err)
	}
}

func TestSecretsAreRevealedOnlyWhereThePlanAsksForThem(t *testing.T) {
	t.Parallel()
	secret := func(name string) (string, error) { return "s3cr3t-" + name, nil }
	got, err := plan.Reveal(raw(`{"h":"Bearer {{secret.token}}","body":"{{tasks.evil.result.content}}"}`), values.Lookup, secret)
	if err != nil || string(got) != `{"body":"{{secret.token}} {{tasks.a.result}} {{","h":"Bearer s3cr3t-token"}` {
		t.Fatalf("%s %v", got, err)
	}
	got, err = plan.Reveal(raw(`{"a":"{{secret.k}} {{x}} {{tasks.a.result}} {{","b":"{{{secret.k}}}"}`), nil, secret)
	if err != nil || string(got) != `{"a":"s3cr3t-k {{x}} {{tasks.a.result}} {{","b":"{s3cr3t-k}"}` {
		t.Fatalf("%s %v", got, err)
	}
}

func TestRefsListsEachReferenceOnce(t *testing.T) {
	t.Parallel()
	refs, err := plan.Refs(raw(`{"b":"{{params.x}} {{tasks.a.result.c}}","a":["{{params.x}}","{{secret.s}}"]}`))
	if err != nil || len(refs) != 3 || refs[0].String() != "{{params.x}}" || refs[2].String() != "{{tasks.a.result.c}}" {
		t.Fatal(refs, err)
	}
	if _, err := plan.Refs(raw(`"{{nope}}"`)); err == nil {
		t.Fatal("accepted")
	}
}

func TestBindGivesParametersTheirValues(t *testing.T) {
	t.Parallel()
	p := plan.Plan{
		Title:  "t",
		Params: map[string]json.RawMessage{"url": raw(`null`), "n": raw(`3`), "tags": raw(`[]`)},
		Tasks: []plan.Task{{
			ID: "a", Role: "coder", Tool: "http_request",
			Args:   raw(`{"url":"{{params.url}}","n":"{{params.n}}","tags":"{{params.tags}}","next":"{{params.url}}/{{tasks.b.result}}"}`),
			Prompt: "go to {{params.url}} {{params.n}} times",
		}},
	}
	bound, err := plan.Bind(p, map[string]json.RawMessage{"url": raw(`"http://x"`), "tags": raw(`["{{secret.s}}"]`)})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"n":3,"next":"http://x/{{tasks.b.result}}","tags":["{{\"{{\"}}secret.s}}"],"url":"http://x"}`
	if got := bound.Tasks[0]; string(got.Args) != want || got.Prompt != "go to http://x 3 times" {
		t.Fatalf("%s\n%s", got.Args, got.Prompt)
	}
	if !strings.Contains(string(p.Tasks[0].Args), "params.url") {
		t.Fatal("the plan it was given has changed")
	}
	for name, c := range map[string]struct {
		params map[string]json.RawMessage
		want   string
	}{
		"unknown":  {map[string]json.RawMessage{"url": raw(`""`), "uri": raw(`""`)}, "params.uri: unknown parameter; use one of n, tags, url"},
		"required": {nil, "params.url: has no default"},
		"null":     {map[string]json.RawMessage{"url": raw(`null`)}, "params.url: has no default"},
		"not JSON": {map[string]json.RawMessage{"url": raw(`{`)}, "params.url: is not JSON"},
	} {
		if _, err := plan.Bind(p, c.params); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever a parameter holds, binding and then resolving hands exactly that to the tool, and never looks into it.
func FuzzBindThenResolve(f *testing.F) {
	f.Add("{{tasks.a.result}}", "{", "}}")
	f.Add(`{{"`, `{{"{{"}}`, `\`)
	f.Add("{{{", "{", "{{secret.x}}")
	f.Fuzz(func(t *testing.T, value, before, after string) {
		encoded, _ := json.Marshal(value)
		args, _ := json.Marshal(map[string]string{"whole": "{{params.p}}", "part": before + "{{params.p}}" + after + "{{tasks.a.result.content}}"})
		p := plan.Plan{Params: map[string]json.RawMessage{"p": encoded}, Tasks: []plan.Task{{ID: "x", Args: args}}}
		lookup := plan.Values{Params: p.Params, Results: values.Results, Title: "T"}.Lookup
		direct, err := plan.Resolve(args, lookup)
		bound, bindErr := plan.Bind(p, nil)
		if err != nil {
			return // a template that cannot be resolved is Bind's to refuse or Resolve's
		}
		if bindErr != nil {
			t.Fatalf("resolves, but does not bind: %v", bindErr)
		}
		got, err := plan.Resolve(bound.Tasks[0].Args, lookup)
		var have, want any
		if err != nil || json.Unmarshal(got, &have) != nil || json.Unmarshal(direct, &want) != nil || !reflect.DeepEqual(have, want) {
			t.Fatalf("bound %s\ngot   %s %v\nwant  %s", bound.Tasks[0].Args, got, err, direct)
		}
	})
}

func FuzzResolve(f *testing.F) {
	f.Add(`{"v":"{{tasks.r.result.x}} and {{params.p}}"}`, `{"x":"{{tasks.r.result}}"}`)
	f.Add(`["{{tasks.r.result}}"]`, `"{{secret.a}}"`)
	f.Fuzz(func(t *testing.T, args, result string) {
		calls := 0
		got, err := plan.Resolve(raw(args), func(r plan.Ref) (json.RawMessage, error) {
			calls++
			if r.Kind == plan.SecretRef {
				t.Fatal("asked for a secret")
			}
			return raw(result), nil
		})
		if err != nil {
			return
		}
		if len(args) > 0 && !json.Valid(got) {
			t.Fatalf("%q is not JSON", got)
		}
		if most := strings.Count(args, "{{"); calls > most+strings.Count(args, `\u`) {
			t.Fatalf("%d look-ups for %d references: a result was resolved again", calls, most)
		}
	})
}
