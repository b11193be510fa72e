// Package events is the catalogue of everything that can have happened in
// Mergit: sealed, typed facts in families, their envelope, the rule by which an
// envelope is digested, and the rule by which content inside a fact is sealed.
//
// What is written here is read for ever. A kind's wire name, its version, the
// JSON of its payload, the digest rule and the sealing rule never change; a
// payload that must change gets a new version and an upcast.
package events

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Event is a fact that happened. Only this package can add one: the unexported
// method seals the set, so a struct that was never defined in the catalogue
// cannot be decided, appended or projected.
type Event interface{ kind() *Kind }

// Part says which aggregate of a family a kind belongs to.
type Part int

const (
	// OfAggregate kinds live in the aggregate itself, part "_" of the subject.
	OfAggregate Part = iota
	// OfRun kinds live in a task's run, an aggregate of its own under the
	// goal, so that parallel tasks never contend for one revision.
	OfRun
)

// Kind is what the catalogue knows about one sort of fact.
type Kind struct {
	Family  string // of streams the fact lives in: "goal", "signer"
	Name    string // stable wire name, entity.verb: "task.completed"
	Version int    // of the payload, counted from 1
	Part    Part

	shape   reflect.Type
	seals   *sealPlan // nil if nothing in the payload is content
	upcasts map[int]Upcast
	empty   func() any                      // a new, addressable payload
	fact    func(pointer any) (Event, bool) // what empty's pointer points to
}

// Upcast turns the JSON of one payload version into that of the next. It sees
// opened content, works after the digest was verified, and is never written
// back.
type Upcast func(json.RawMessage) (json.RawMessage, error)

// Schema is the URI of the payload's versioned JSON Schema, ce-dataschema.
func (k *Kind) Schema() string { return SchemaURI(k.Name, k.Version) }

// SchemaURI names the schema of one version of a kind.
func SchemaURI(kind string, version int) string {
	return schemaPrefix + kind + ":" + strconv.Itoa(version)
}

const schemaPrefix = "urn:mergit:event:"

// IsSchemaURI reports whether a URI is that of a version of a kind. It is asked
// of every record that is read, and allocates nothing.
func IsSchemaURI(uri, kind string, version int) bool {
	rest, ok := strings.CutPrefix(uri, schemaPrefix)
	rest, is := strings.CutPrefix(rest, kind)
	return ok && is && strings.HasPrefix(rest, ":") && rest[1:] == strconv.Itoa(version)
}

// Shape is the Go type of the payload, for generators of schemas.
func (k *Kind) Shape() reflect.Type { return k.shape }

// KindOf reports the catalogue entry of an event type.
func KindOf[E Event]() *Kind { var zero E; return zero.kind() }

// Lookup finds a kind by its wire name.
func Lookup(name string) (*Kind, bool) { k, ok := catalogue[name]; return k, ok }

// Kinds lists the catalogue in name order.
func Kinds() iter.Seq[*Kind] {
	return func(yield func(*Kind) bool) {
		for _, name := range slices.Sorted(maps.Keys(catalogue)) {
			if !yield(catalogue[name]) {
				return
			}
		}
	}
}

var catalogue = map[string]*Kind{}

// define enters a fact in the catalogue. It panics on a duplicate name or a
// seal tag on an unsupported field: mistakes in this package, found the first
// time any test runs.
func define[E Event](family, name string, version int, part Part, upcasts ...Upcast) *Kind {
	if _, taken := catalogue[name]; taken {
		panic("events: " + name + " is defined twice")
	}
	k := newKind[E](family, name, version, part, upcasts...)
	catalogue[name] = k
	return k
}

// newKind builds an entry; upcasts are those of versions 1, 2, … in order.
func newKind[E Event](family, name string, version int, part Part, upcasts ...Upcast) *Kind {
	if len(upcasts) != version-1 {
		panic(fmt.Sprintf("events: %s is at version %d and has %d upcasts: add one for each older version", name, version, len(upcasts)))
	}
	shape := reflect.TypeFor[E]()
	k := &Kind{
		Family: family, Name: name, Version: version, Part: part,
		shape: shape, seals: planSeals(shape), upcasts: map[int]Upcast{},
		empty: func() any { return new(E) },
		fact: func(pointer any) (Event, bool) {
			e, ok := pointer.(*E)
			if !ok {
				return nil, false
			}
			return *e, true
		},
	}
	for i, up := range upcasts {
		k.upcasts[i+1] = up
	}
	return k
}

// UnknownKindError says the log holds a fact this binary is too old to read.
// Whoever folds must stop at it; skipping would silently lose history.
type UnknownKindError struct {
	Name     string
	Revision Revision // 0 if the position is not known
}

func (e *UnknownKindError) Error() string {
	return fmt.Sprintf("unknown event kind %q at sequence %d: upgrade this binary before it reads further", e.Name, e.Revision)
}

// UnknownVersionError says a fact was written by a newer binary.
type UnknownVersionError struct {
	Name          string
	Version, Have int
	Revision      Revision
}

func (e *UnknownVersionError) Error() string {
	return fmt.Sprintf("event kind %s at sequence %d has version %d, this binary knows up to %d: upgrade it", e.Name, e.Revision, e.Version, e.Have)
}
