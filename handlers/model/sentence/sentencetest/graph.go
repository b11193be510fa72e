// Package sentencetest writes small sentence models: real ONNX files with real tokenizers, for the real runtime.
package sentencetest

import (
	"encoding/binary"
	"math"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// Graph is an ONNX file in the making: a ModelProto of onnx.proto3, operators of set 14. Names of results are made up; an
// input, an output and a weight keep theirs.
type Graph struct {
	nodes, weights, inputs, outputs [][]byte
	names                           int
}

// Elem is the type of a tensor's elements, as TensorProto.DataType numbers them.
type Elem uint64

// Those that sentence models have at their ends.
const (
	Float Elem = 1
	Int64 Elem = 7
)

// Attr is an attribute of a node: an int, float32 or []int64.
type Attr struct {
	Name  string
	Value any
}

func message(b []byte, field protowire.Number, m []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), m)
}

func text(b []byte, field protowire.Number, s string) []byte { return message(b, field, []byte(s)) }

func number(b []byte, field protowire.Number, n uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), n)
}

// value is a ValueInfoProto; a dimension below 0 is free.
func value(name string, elem Elem, dims []int64) []byte {
	var shape []byte
	for i, d := range dims {
		var dim []byte
		if d >= 0 {
			dim = number(nil, 1, uint64(d))
		} else {
			dim = text(nil, 2, "free"+strconv.Itoa(i))
		}
		shape = message(shape, 1, dim)
	}
	tensor := message(number(nil, 1, uint64(elem)), 2, shape)
	return message(text(nil, 1, name), 2, message(nil, 1, tensor))
}

// Input adds an input; a dimension below 0 is free.
func (g *Graph) Input(name string, elem Elem, dims ...int64) string {
	g.inputs = append(g.inputs, value(name, elem, dims))
	return name
}

// Output gives a result a name as an output.
func (g *Graph) Output(name, result string, elem Elem, dims ...int64) {
	g.node("Identity", []string{result}, name, nil)
	g.outputs = append(g.outputs, value(name, elem, dims))
}

func (g *Graph) tensor(elem Elem, dims []int64, raw []byte) string {
	g.names++
	name := "w" + strconv.Itoa(g.names)
	var b []byte
	for _, d := range dims {
		b = number(b, 1, uint64(d))
	}
	b = text(number(b, 2, uint64(elem)), 8, name)
	g.weights = append(g.weights, message(b, 9, raw))
	return name
}

// Floats adds weights.
func (g *Graph) Floats(values []float32, dims ...int64) string {
	raw := make([]byte, 0, 4*len(values))
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return g.tensor(Float, dims, raw)
}

// Ints adds whole numbers, such as a shape.
func (g *Graph) Ints(values ...int64) string {
	raw := make([]byte, 0, 8*len(values))
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	return g.tensor(Int64, []int64{int64(len(values))}, raw)
}

// Op adds a node and names its result.
func (g *Graph) Op(op string, inputs []string, attrs ...Attr) string {
	g.names++
	name := "r" + strconv.Itoa(g.names)
	g.node(op, inputs, name, attrs)
	return name
}

func (g *Graph) node(op string, inputs []string, output string, attrs []Attr) {
	var b []byte
	for _, in := range inputs {
		b = text(b, 1, in)
	}
	b = text(text(b, 2, output), 4, op)
	for _, a := range attrs {
		attr := text(nil, 1, a.Name)
		switch v := a.Value.(type) {
		case int:
			attr = number(number(attr, 3, uint64(v)), 20, 2)
		case float32:
			attr = protowire.AppendFixed32(protowire.AppendTag(attr, 2, protowire.Fixed32Type), math.Float32bits(v))
			attr = number(attr, 20, 1)
		case []int64:
			for _, n := range v {
				attr = number(attr, 8, uint64(n))
			}
			attr = number(attr, 20, 7)
		default:
			panic("sentencetest: no such attribute: add it to node")
		}
		b = message(b, 5, attr)
	}
	g.nodes = append(g.nodes, b)
}

// File is the ONNX file.
func (g *Graph) File() []byte {
	var graph []byte
	for _, list := range []struct {
		field protowire.Number
		all   [][]byte
	}{{1, g.nodes}, {5, g.weights}, {11, g.inputs}, {12, g.outputs}} {
		for _, m := range list.all {
			graph = message(graph, list.field, m)
		}
	}
	graph = text(graph, 2, "sentences")
	return message(message(number(nil, 1, 8), 7, graph), 8, number(text(nil, 1, ""), 2, 14))
}
