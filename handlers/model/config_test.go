package model_test

import (
	"os"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/handlers/model"
)

var roles = []string{"coder", "writer", "planner"}

func TestWithoutAFileNoRoleHasAModel(t *testing.T) {
	t.Parallel()
	f := model.DefaultFile()
	if err := f.Check(roles, func(string) string { return "" }); err != nil || len(f.Roles) != 0 {
		t.Errorf("%v, %+v", err, f.Roles)
	}
	if f.Limits != (model.Limits{ModelCalls: 25, Repeats: 3, ResultChars: 50_000}) {
		t.Errorf("%+v", f.Limits)
	}
}

func TestEveryFaultOfAFileIsFoundAtOnce(t *testing.T) {
	t.Parallel()
	f, err := model.ReadFile([]byte(`
providers:
  local: {kind: llama, url: "not an address"}
models:
  gpt: {}
  openai/x: {price: {input: -1}}
roles:
  cook: {models: [openai/gpt-4o]}
  coder: {models: [nowhere/x, openai, anthropic/y], cache: always, temperature: 3, max_output: -1}
limits: {model_calls: -1}
`))
	if err != nil {
		t.Fatal(err)
	}
	err = f.Check(roles, func(string) string { return "" })
	for _, want := range []string{"providers.local.kind", "providers.local.url", "models.gpt", "models.openai/x.price", "roles.cook", "models[0] \"nowhere/x\"",
		"models[1] \"openai\"", "cache \"always\"", "temperature", "max_output", "limits.model_calls", "set OPENAI_API_KEY", "set ANTHROPIC_API_KEY"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not said in:\n%v", want, err)
		}
	}
}

func TestATemperatureIsANumber(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{"0": true, "2": true, "2.1": false, "-0.1": false, ".nan": false, ".inf": false} {
		f, err := model.ReadFile([]byte("roles: {coder: {models: [ollama/x], temperature: " + text + "}}"))
		if err == nil {
			err = f.Check(roles, func(string) string { return "" })
		}
		if (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestAnUnknownMemberIsRefusedWithItsPlace(t *testing.T) {
	t.Parallel()
	_, err := model.ReadFile([]byte("roles:\n  coder:\n    modells: [openai/gpt-4o]\n"))
	if err == nil || !strings.Contains(err.Error(), "3:") || !strings.Contains(err.Error(), "modells") {
		t.Errorf("%v", err)
	}
}

func TestTheExampleIsRight(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../examples/models.yaml")
	if err != nil {
		t.Fatal(err)
	}
	f, err := model.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Check([]string{"researcher", "writer", "coder", "integrator", model.Planner}, func(string) string { return "key" }); err != nil {
		t.Error(err)
	}
	r, err := model.NewRouter(model.RouterConfig{File: f, Env: func(string) string { return "key" }})
	if err != nil {
		t.Fatal(err)
	}
	for role := range f.Roles {
		if ref, unpriced := r.Unpriced(role, ""); unpriced {
			t.Errorf("%s: %s has no price", role, ref)
		}
	}
}

// FuzzReadFile looks for files that make reading panic, and for ones that pass the check and then cannot be used.
func FuzzReadFile(f *testing.F) {
	f.Add("roles: {coder: {models: [openai/gpt-4o]}}")
	f.Add("providers: {x: {kind: ollama, url: 'http://h/v1', timeout: 5m}}\nroles: {coder: {models: [x/y/z]}}")
	f.Add("limits: {model_calls: 1}")
	f.Add("a: &a [*a]")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := model.ReadFile([]byte(text))
		env := func(string) string { return "key" }
		if err != nil || file.Check(roles, env) != nil {
			return
		}
		if _, err := model.NewRouter(model.RouterConfig{File: file, Env: env}); err != nil {
			t.Errorf("passed the check and cannot be used: %v", err)
		}
	})
}
