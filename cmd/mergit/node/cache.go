package node

import (
	"context"
	"os"
	"time"

	"github.com/mergit-io/mergit/handlers/cache"
	"github.com/mergit-io/mergit/handlers/cache/kv"
	"github.com/mergit-io/mergit/handlers/dispatch"
	"github.com/mergit-io/mergit/handlers/executor"
	"github.com/mergit-io/mergit/handlers/model"
	"github.com/mergit-io/mergit/handlers/planner"
)

// openCache opens what all processes keep: what tools and models have answered, and plans. One that neither plans nor runs tasks
// needs none.
func (n *node) openCache(ctx context.Context) error {
	if !n.c.runs(Policies) && len(n.c.agentRoles()) == 0 {
		return nil
	}
	store, err := kv.Open(ctx, n.infra.conn, kv.Config{})
	if err == nil {
		n.answers = cache.New(cache.Config{Store: store, Keys: n.set.Codec.Keys, Version: n.c.Version, Now: time.Now, Log: n.c.Log})
	}
	return err
}

// modelCache keeps what models answer; nil where there are none.
func (n *node) modelCache(ctx context.Context) (executor.ModelCache, error) {
	if n.models == nil {
		return nil, nil
	}
	embed, err := n.embedder(ctx)
	if err != nil {
		return nil, err
	}
	return cache.NewModels(n.answers, embed, n.models), nil
}

// embedder makes the vectors by which similar questions are found.
func (n *node) embedder(ctx context.Context) (cache.Embedder, error) {
	if dir := n.modelFile.Embeddings.ONNX; dir != "" {
		e, err := openSentence(ctx, dir)
		n.sentences = e
		return e, err
	}
	e, err := model.NewEmbedder(n.modelFile, os.Getenv, nil, time.Now)
	if e == nil {
		return cache.Lexical{}, err
	}
	return e, err
}

// closeCache gives up what is being renewed.
func (n *node) closeCache() {
	if n.answers != nil {
		n.answers.Stop()
	}
	if n.sentences != nil {
		n.sentences.Close()
	}
}

// planCache keeps plans for as long as the models' file says; nil where none are made.
func (n *node) planCache() planner.Cache {
	if n.answers == nil {
		return nil
	}
	return cache.NewPlans(n.answers, n.models.Keep(model.Planner).For, func(ctx context.Context) (workspace, goal string, ok bool) {
		ref, ok := dispatch.GoalOf(ctx)
		return ref.Workspace, ref.Goal, ok
	})
}
