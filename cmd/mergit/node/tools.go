package node

import (
	"context"
	"os"
	"time"

	"github.com/mergit-io/mergit/commands/plan"
	"github.com/mergit-io/mergit/handlers/tools"
	"github.com/mergit-io/mergit/handlers/tools/codeexec"
	"github.com/mergit-io/mergit/handlers/tools/credential"
	"github.com/mergit-io/mergit/handlers/tools/fileops"
	"github.com/mergit-io/mergit/handlers/tools/github"
	"github.com/mergit-io/mergit/handlers/tools/httprequest"
	"github.com/mergit-io/mergit/handlers/tools/spawngoal"
	"github.com/mergit-io/mergit/handlers/tools/waitwebhook"
	"github.com/mergit-io/mergit/handlers/tools/websearch"
	"github.com/mergit-io/mergit/handlers/tools/writer"
)

// registry holds every tool a task can use. Add a tool here.
func registry(c Config) *tools.Registry {
	r := new(tools.Registry)
	r.Add(
		// Tokens, keys and other goals' files are in the data folder.
		fileops.New(fileops.Config{Hidden: []string{c.Data}}),
		httprequest.New(httprequest.Config{AllowPrivate: c.AllowPrivate, UserAgent: "mergit/" + c.Version}),
		writer.Tool{},
	)
	addCode(r, c)
	addGitHub(r, c)
	addSearch(r, c)
	r.Add(c.Tools...)
	return r
}

// Specs describes every tool that Mergit has, sorted by name, also those that cannot be had here. Add a tool here, too.
func Specs() ([]tools.Spec, error) {
	client, err := github.NewClient(github.Config{Now: time.Now})
	if err != nil {
		return nil, err
	}
	var r tools.Registry // refuses what is no good
	r.Add(
		fileops.New(fileops.Config{}), httprequest.New(httprequest.Config{}), writer.Tool{}, new(codeexec.Tool), github.NewOps(client), github.NewPR(client),
		new(websearch.Tool), new(spawngoal.Tool), new(credential.Tool), new(waitwebhook.Tool),
	)
	var specs []tools.Spec
	for _, tool := range r.List() {
		specs = append(specs, tool.Spec())
	}
	return specs, nil
}

// addCode adds code_exec where its sandbox can be had.
func addCode(r *tools.Registry, c Config) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	tool, err := codeexec.New(ctx, codeexec.Config{Hidden: []string{c.Data}})
	if err != nil {
		r.Lack(codeexec.Name, err.Error())
		return
	}
	r.Add(tool)
}

// Names in the environment of what no flag and no file holds.
const (
	githubToken = "MERGIT_GITHUB_TOKEN"
	githubURL   = "MERGIT_GITHUB_URL"
	braveKey    = "MERGIT_BRAVE_KEY"
	serperKey   = "MERGIT_SERPER_KEY"
)

// addGitHub adds github_ops, and github_pr where there is a token to write with. A token that happens to lie in GITHUB_TOKEN is not
// taken: whoever gave it to other programs did not give it to agents.
func addGitHub(r *tools.Registry, c Config) {
	token := os.Getenv(githubToken)
	client, err := github.NewClient(github.Config{Token: token, URL: os.Getenv(githubURL), UserAgent: "mergit/" + c.Version, Now: time.Now})
	if err != nil {
		why := "its address is wrong: " + err.Error() + "; correct " + githubURL
		r.Lack(github.OpsName, why)
		r.Lack(github.PRName, why)
		return
	}
	r.Add(github.NewOps(client))
	if token == "" {
		r.Lack(github.PRName, "there is no token; set "+githubToken+" to one that may write contents and pull requests")
		return
	}
	r.Add(github.NewPR(client))
}

// addSearch adds web_search where there is a key of a search engine.
func addSearch(r *tools.Registry, c Config) {
	tool, err := websearch.New(websearch.Config{Brave: os.Getenv(braveKey), Serper: os.Getenv(serperKey), UserAgent: "mergit/" + c.Version})
	if err != nil {
		r.Lack(websearch.Name, err.Error()+"; set "+braveKey+" (brave.com/search/api) or "+serperKey+" (serper.dev)")
		return
	}
	r.Add(tool)
}

// githubShown reports whether GitHub is shown a token.
func githubShown() bool { return os.Getenv(githubToken) != "" }

// catalogue is what a plan may use.
func catalogue(r *tools.Registry) plan.Catalogue {
	return plan.Catalogue{Tools: r.Inputs(), Absent: r.Absent()}
}
