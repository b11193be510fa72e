package plan

import (
	"slices"
	"strings"
)

// edge says that a task depends on another, and where the plan says so.
type edge struct {
	to int
	at string
}

type graph struct {
	tasks []Task
	edges [][]edge
}

// newGraph links the tasks. Names of tasks that do not exist make no edge; of tasks with one ID the first counts.
func newGraph(tasks []Task, references [][]located) graph {
	index := make(map[string]int, len(tasks))
	for i := len(tasks) - 1; i >= 0; i-- {
		index[tasks[i].ID] = i
	}
	g := graph{tasks: tasks, edges: make([][]edge, len(tasks))}
	for i, t := range tasks {
		link := func(id, at string) {
			if to, ok := index[id]; ok {
				g.edges[i] = append(g.edges[i], edge{to, at})
			}
		}
		for j, id := range t.Needs {
			link(id, element(field(taskPath(i), "needs"), j))
		}
		for _, found := range references[i] {
			if found.err == nil && found.ref.Kind == TaskRef {
				link(found.ref.Name, field(taskPath(i), found.at))
			}
		}
	}
	return g
}

func (g graph) ready(i int, placed []bool) bool {
	return !slices.ContainsFunc(g.edges[i], func(e edge) bool { return !placed[e.to] })
}

// maxCycles keeps a densely tangled plan from drowning its reader.
const maxCycles = 8

// cycles names each circle that a walk in the plan's order closes, at the place that closes it.
func (g graph) cycles() []Fault {
	const (
		unseen = iota
		open
		done
	)
	state := make([]int, len(g.tasks))
	var trail []int
	var faults []Fault
	var visit func(int)
	visit = func(i int) {
		state[i] = open
		trail = append(trail, i)
		for _, e := range g.edges[i] {
			switch state[e.to] {
			case unseen:
				visit(e.to)
			case open:
				if len(faults) < maxCycles {
					faults = append(faults, Fault{Path: e.at, Reason: "cycle " + g.circle(trail, e.to) + "; drop one of these dependencies"})
				}
			}
		}
		trail = trail[:len(trail)-1]
		state[i] = done
	}
	for i := range g.tasks {
		if state[i] == unseen {
			visit(i)
		}
	}
	return faults
}

func (g graph) circle(trail []int, to int) string {
	start := slices.Index(trail, to)
	names := make([]string, 0, len(trail)-start+1)
	for _, i := range trail[start:] {
		names = append(names, g.tasks[i].ID)
	}
	return strings.Join(append(names, g.tasks[to].ID), " → ")
}
